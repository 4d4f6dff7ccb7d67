import { beforeEach, describe, expect, it } from "vitest";
import { useTestApp } from "#server/testing/app.ts";
import { itOnPostgres } from "#server/testing/database/db.ts";
import type { TestOwner } from "#server/testing/owners.ts";

const app = useTestApp({ each: true });
const { create } = app.circles;
const { sweep, to, subjectsTo } = app.emails;

const title = "Should I leave the orchestra?";
let owner: TestOwner;

beforeEach(async () => {
  owner = await app.createOwner({ full_name: "Maya" });
});

const answerAs = async (circleId: string, ...names: string[]) => {
  for (const name of names) await app.circles.answerAs(circleId, name);
};
const at = async (instant: string) => {
  app.clock.set(instant);
  await sweep("close_due_circles", "notify_owners");
};
const reopen = (id: string, deadline: string | null) =>
  app.as(owner, "POST", `/api/circles/${id}/reopen`, { deadline });

describe("a day before the deadline", () => {
  it.each([
    ["Pacific/Pago_Pago", "2026-11-05T11:00:00Z"],
    ["UTC", "2026-11-05T00:00:00Z"],
    ["Pacific/Kiritimati", "2026-11-04T10:00:00Z"],
  ])("an owner in %s is reminded, once", async (timeZone, remindedAt) => {
    owner = await app.createOwner({ time_zone: timeZone });
    const id = await create(owner, { deadline: "2026-11-05" });
    await answerAs(id, "ana");
    await app.as(owner, "PATCH", "/api/account", { notify_responses: false });
    const before = new Date(new Date(remindedAt).getTime() - 1000);
    await at(before.toISOString());
    expect(await to(owner.email)).toEqual([]);
    await at(remindedAt);
    await at(remindedAt);
    const [mail, ...others] = await to(owner.email);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe(`“${title}” closes at the end of Nov 05, 2026`);
    expect(mail?.text).toContain("1 of 3 perspectives received so far.");
    expect(mail?.text).toContain(`/share?circle=${id}`);
  });

  it("reveals nothing about the sealed answers of an anonymous paraline", async () => {
    const texts = [];
    for (const names of [[], ["ana", "ben"]]) {
      app.clock.set("2026-11-02T09:00:00Z");
      owner = await app.createOwner();
      const id = await create(owner, { deadline: "2026-11-05", is_anonymous: true });
      await answerAs(id, ...names);
      await at("2026-11-05T00:00:00Z");
      const [mail] = await to(owner.email);
      texts.push(mail?.text.replaceAll(/(circle|token)=[\w-]+/g, ""));
    }
    expect(texts[0]).toContain("Sealed until it closes.");
    expect(texts[1]).toBe(texts[0]);
  });

  it("no owner is reminded of a deadline they have just chosen", async () => {
    await create(owner, { deadline: "2026-11-02" });
    const id = await create(owner, { deadline: "2026-11-30" });
    await at("2026-11-02T09:05:00Z");
    await app.as(owner, "POST", `/api/circles/${id}/close`);
    expect((await reopen(id, "2026-11-02")).status).toBe(200);
    await at("2026-11-02T09:10:00Z");
    expect(await to(owner.email)).toEqual([]);
  });

  it("a late job still reminds, and a moved deadline gets a reminder of its own", async () => {
    const id = await create(owner, { deadline: "2026-11-05" });
    await at("2026-11-05T20:00:00Z");
    expect(await subjectsTo(owner.email)).toHaveLength(1);
    await app.as(owner, "POST", `/api/circles/${id}/close`);
    await reopen(id, "2026-11-09");
    await at("2026-11-09T00:00:00Z");
    expect((await subjectsTo(owner.email)).slice(1)).toEqual([
      `“${title}” closes at the end of Nov 09, 2026`,
    ]);
  });

  it("nothing is sent to owners who turned it off, closed the paraline before, or set no deadline", async () => {
    await create(owner);
    const closed = await create(owner, { deadline: "2026-11-05" });
    await app.as(owner, "POST", `/api/circles/${closed}/close`);
    const other = await app.createOwner();
    await create(other, { deadline: "2026-11-05" });
    await app.as(other, "PATCH", "/api/account", { notify_deadlines: false });
    await at("2026-11-05T12:00:00Z");
    await at("2026-11-06T12:00:00Z");
    expect(await to(owner.email)).toEqual([]);
    expect(await to(other.email)).toEqual([]);
  });
});

describe("when the deadline has passed", () => {
  const onlyDeadlines = () => app.as(owner, "PATCH", "/api/account", { notify_responses: false });
  const closingEmail = async () => {
    const [mail, ...others] = (await to(owner.email)).filter(({ kind }) => kind === "completed");
    expect(others).toEqual([]);
    return mail;
  };

  it("its owner is notified once, with what can be read", async () => {
    await onlyDeadlines();
    const id = await create(owner, { deadline: "2026-11-05" });
    await answerAs(id, "ana", "ben");
    await at("2026-11-05T23:59:59Z");
    expect(await closingEmail()).toBeUndefined();
    await at("2026-11-06T00:00:00Z");
    await at("2026-11-06T00:01:00Z");
    const mail = await closingEmail();
    expect(mail?.subject).toBe(`“${title}” has closed`);
    expect(mail?.text).toContain("2 of 3 perspectives received.");
    expect(mail?.text).toContain(`/results?circle=${id}`);
  });

  it("its owner is notified, however late that is noticed", async () => {
    await create(owner, { deadline: "2026-11-05" });
    await at("2026-12-24T18:00:00Z");
    expect((await closingEmail())?.text).toContain("No one has answered.");
  });

  it("an anonymous paraline with fewer than 3 answers stays open longer, and one email says so when it closes, the same for 0, 1 and 2", async () => {
    const texts = [];
    for (const names of [[], ["ana"], ["ana", "ben"]]) {
      app.clock.set("2026-11-02T09:00:00Z");
      owner = await app.createOwner();
      const id = await create(owner, { deadline: "2026-11-05", is_anonymous: true });
      await answerAs(id, ...names);
      await at("2026-11-06T00:00:00Z");
      expect(await closingEmail()).toBeUndefined();
      await at("2026-11-09T00:00:00Z");
      const mail = await closingEmail();
      expect(mail?.text).toContain("Fewer than 3 people answered, so nothing is shown.");
      expect(mail?.text).not.toContain("reopen it");
      texts.push(`${mail?.subject} ${mail?.text}`.replaceAll(/(circle|token)=[\w-]+/g, ""));
    }
    expect(new Set(texts).size).toBe(1);
  });

  it("what the closing releases is mentioned in the same email", async () => {
    const id = await create(owner, { deadline: "2026-11-05", is_anonymous: true });
    await answerAs(id, "ana", "ben", "cleo");
    await at("2026-11-06T00:00:00Z");
    await at("2026-11-06T02:00:00Z");
    expect((await to(owner.email)).map(({ kind }) => kind)).toEqual(["completed"]);
    expect((await closingEmail())?.text).toContain("3 of 3 perspectives received.");
  });

  it("an owner who wants no such emails is still notified of the release", async () => {
    await app.as(owner, "PATCH", "/api/account", { notify_deadlines: false });
    const id = await create(owner, { deadline: "2026-11-05", is_anonymous: true });
    await answerAs(id, "ana", "ben", "cleo");
    await at("2026-11-06T00:00:00Z");
    await at("2026-11-06T00:01:00Z");
    expect(await subjectsTo(owner.email)).toEqual([
      `3 perspectives are ready to read on “${title}”`,
    ]);
    await app.as(owner, "PATCH", "/api/account", { notify_deadlines: true });
    await at("2026-11-06T00:02:00Z");
    expect(await subjectsTo(owner.email)).toHaveLength(1);
  });

  it("an owner who closed it by hand, if only in the last millisecond, is not notified", async () => {
    const id = await create(owner, { deadline: "2026-11-05" });
    app.clock.set("2026-11-05T23:59:59.999Z");
    await app.as(owner, "POST", `/api/circles/${id}/close`);
    await at("2026-11-06T00:00:00Z");
    expect(await to(owner.email)).toEqual([]);
  });

  it("a paraline that closes again after being reopened is mentioned again", async () => {
    await onlyDeadlines();
    const id = await create(owner, { deadline: "2026-11-05" });
    await at("2026-11-06T00:00:00Z");
    await reopen(id, "2026-11-06");
    await at("2026-11-07T00:00:00Z");
    expect((await to(owner.email)).map(({ kind }) => kind)).toEqual(["completed", "completed"]);
  });

  itOnPostgres("two sweeps at once notify once", async () => {
    for (const _ of [1, 2, 3]) await create(owner, { deadline: "2026-11-05" });
    app.clock.set("2026-11-05T01:00:00Z");
    await Promise.all([1, 2, 3].map(() => sweep("notify_owners")));
    app.clock.set("2026-11-06T01:00:00Z");
    await sweep("close_due_circles");
    await Promise.all([1, 2, 3].map(() => sweep("notify_owners")));
    expect((await to(owner.email)).map(({ kind }) => kind).toSorted()).toEqual([
      ...Array(3).fill("completed"),
      ...Array(3).fill("deadline_reminder"),
    ]);
  });
});
