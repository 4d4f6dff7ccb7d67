import { describe, expect, it } from "vitest";
import { listCircles } from "#contract/circles/circles.ts";
import { readResults } from "#contract/feedback/feedback.ts";
import { useTestApp } from "#server/testing/app.ts";
import { itOnPostgres } from "#server/testing/database/db.ts";
import { expectUnlinked } from "#server/testing/database/expect-unlinked.ts";
import { readRows } from "#server/testing/database/rows.ts";
import { closeDueCircles, reapplyClosing } from "./close-circle.ts";

const app = useTestApp();
const { createInvited, read, close, edit, person, answer, answerAs } = app.circles;
const owner = app.useOwner();

const names = ["ana", "ben", "cleo"];

/** An anonymous paraline that this many of three people have answered. */
async function answered(count: number, deadline: string | null = null): Promise<string> {
  const id = await createInvited(owner, { is_anonymous: true, people: names, deadline });
  for (const name of names.slice(0, count)) await answerAs(id, name);
  return id;
}
const results = (id: string) => app.call(owner, readResults, { params: { id } });
const listed = async (id: string) =>
  (await app.call(owner, listCircles)).circles.find((circle) => circle.id === id);
const openLink = async (id: string, name: string) => {
  const response = await app.request(`/invite?token=${(await person(id, name)).invite_token}`);
  return [response.status, (await response.text()).includes("This paraline has closed.")];
};
const readErrorCode = async (response: Response) =>
  ((await response.json()) as { code: string }).code;
const reopen = (id: string) =>
  app.as(owner, "POST", `/api/circles/${id}/reopen`, { deadline: "2026-12-24" });
const listReminders = (id: string) =>
  readRows(app.db, "emails", { circle_id: id, kind: "reminder" }, ["to_address", "state"]);
const reminded = names.map((name) => ({ to_address: `${name}@paraline.example`, state: "sent" }));

describe("the closing of an anonymous paraline", () => {
  it("shows three answers together, and no link tells who gave them", async () => {
    const id = await answered(3);
    expect((await results(id)).visibility).toBe("sealed");
    expect(await close(owner, id)).toMatchObject({
      status: "completed",
      responses_count: 3,
      invites_count: 3,
    });
    expect((await results(id)).responses).toHaveLength(3);
    for (const name of names) expect(await openLink(id, name)).toEqual([410, true]);
  });

  it("shows nothing if fewer have answered, the same for none, one and two", async () => {
    const seen = [];
    for (const count of [0, 1, 2]) {
      const id = await answered(count);
      const { id: _, ...circle } = await close(owner, id);
      seen.push([circle, await openLink(id, "ana"), (await results(id)).visibility]);
    }
    await expectUnlinked(app.db);
    expect(seen[0]).toMatchObject([
      { responses_count: 0, invites_count: 3 },
      [410, true],
      "too_few",
    ]);
    expect(seen.slice(1)).toEqual([seen[0], seen[0]]);
  });

  it.each([
    ["its owner", null],
    ["its deadline", "2026-11-04"],
  ])("the closing of an anonymous paraline by %s is final", async (_, deadline) => {
    const id = await answered(3, deadline);
    if (deadline === null) await close(owner, id);
    else app.clock.set("2026-11-05T00:00:00Z");
    expect(await readErrorCode(await reopen(id))).toBe("circle_final");
    expect(await readErrorCode(await edit(owner, id, { deadline: "2026-12-24" }))).toBe(
      "circle_final",
    );
    expect((await results(id)).responses).toHaveLength(3);
    expect(await app.circles.copy(owner, id)).toMatchObject({ status: "active", is_fixed: false });
  });

  it("at the deadline is true for every reader, even if the job is late", async () => {
    const id = await answered(3, "2026-11-04");
    app.clock.set("2026-11-06T00:00:00Z");
    expect(await read(owner, id)).toMatchObject({ closed_on: "2026-11-04", responses_count: 3 });
    const received = (await results(id)).responses.map(({ received_on }) => received_on);
    expect(received).toEqual(Array(3).fill("2026-11-04"));
  });

  it("is done again on a restored database that had opened it, without showing anything", async () => {
    const id = await answered(3);
    await app.circles.change(id, { closed_at: null });
    expect(await reapplyClosing(app.deps, id)).toBe(true);
    expect(await reapplyClosing(app.deps, id)).toBe(false);
    expect(await read(owner, id)).toMatchObject({ status: "completed", responses_count: 0 });
    for (const name of names) expect(await openLink(id, name)).toEqual([410, true]);
    await expectUnlinked(app.db);
  });
});

describe("at the deadline, an anonymous paraline that fewer than three people have answered", () => {
  it("stays open three days longer, once, and everyone is reminded, answered or not", async () => {
    const id = await answered(2, "2026-11-04");
    app.clock.set("2026-11-05T00:00:00Z");
    await app.emails.sweep("close_due_circles");
    expect(await listReminders(id)).toEqual(expect.arrayContaining(reminded));
    const extended = { status: "active", deadline: "2026-11-07", is_extended: true };
    expect(await listed(id)).toMatchObject(extended);
    expect((await answer((await person(id, "cleo")).invite_token)).status).toBe(201);
    app.clock.set("2026-11-08T00:00:00Z");
    expect(await read(owner, id)).toMatchObject({ closed_on: "2026-11-07", responses_count: 3 });
    await app.work();
    expect(await listReminders(id)).toHaveLength(3);
  });

  it("is extended from now if the job was late, and by whoever asks first", async () => {
    const id = await answered(0, "2026-11-04");
    app.clock.set("2026-11-10T09:00:00Z");
    expect(await readErrorCode(await reopen(id))).toBe("circle_open");
    app.clock.set("2026-11-10T09:01:00Z");
    expect(await read(owner, id)).toMatchObject({ deadline: "2026-11-12", is_extended: true });
  });

  itOnPostgres("is extended once and closed once by several workers", async () => {
    const id = await answered(2, "2026-11-04");
    const closeDue = () => Promise.all([1, 2, 3].map(() => closeDueCircles(app.deps)));
    app.clock.set("2026-11-05T00:00:00Z");
    await closeDue();
    await app.work();
    expect(await listReminders(id)).toHaveLength(3);
    app.clock.set("2026-11-08T00:00:00Z");
    await closeDue();
    expect(await read(owner, id)).toMatchObject({ closed_on: "2026-11-07" });
  });
});

it("the deadline of a sealed paraline moves only to a later day", async () => {
  const id = await answered(0, "2026-11-10");
  for (const deadline of ["2026-11-09", null]) {
    expect(await readErrorCode(await edit(owner, id, { deadline }))).toBe("deadline_earlier");
  }
  expect((await edit(owner, id, { deadline: "2026-11-12" })).status).toBe(200);
  const endless = await answered(0);
  expect(await readErrorCode(await edit(owner, endless, { deadline: "2026-11-02" }))).toBe(
    "deadline_earlier",
  );
  expect((await edit(owner, endless, { deadline: "2026-11-03" })).status).toBe(200);
});
