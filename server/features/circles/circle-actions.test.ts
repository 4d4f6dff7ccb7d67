import { beforeEach, describe, expect, it } from "vitest";
import type { CircleDraft } from "#contract/circles/circles.ts";
import type { QuestionEdit } from "#contract/circles/questions.ts";
import { readResults } from "#contract/feedback/feedback.ts";
import { useTestApp } from "#server/testing/app.ts";
import { uploadCover } from "#server/testing/covers.ts";
import { itOnPostgres } from "#server/testing/database/db.ts";
import type { TestOwner } from "#server/testing/owners.ts";

const app = useTestApp();
const { create, read, people, person, answer } = app.circles;

let owner: TestOwner;

beforeEach(async () => {
  owner = await app.createOwner();
});

const call = async (method: string, path: string, body?: unknown) => {
  const response = await app.as(owner, method, path, body);
  return { status: response.status, body: await response.json() };
};

async function edit(
  id: string,
  changes: Partial<Omit<CircleDraft, "questions">> & { questions?: QuestionEdit[] } = {},
) {
  const response = await app.circles.edit(owner, id, changes);
  return { status: response.status, body: await response.json() };
}
const refused = (status: number, code: string) => ({ status, body: { code } });
const close = (id: string) => call("POST", `/api/circles/${id}/close`);
const reopen = (id: string, deadline: string | null = null) =>
  call("POST", `/api/circles/${id}/reopen`, { deadline });
const duplicate = (id: string, withPeople: boolean, createKey: string = crypto.randomUUID()) =>
  call("POST", `/api/circles/${id}/duplicate`, { create_key: createKey, with_people: withPeople });
const remove = (id: string, title = "Should I leave the orchestra?") =>
  call("DELETE", `/api/circles/${id}`, { title });

const results = (id: string) => app.call(owner, readResults, { params: { id } });
const upload = (name: number) => uploadCover(app, owner, `${name}.png`);
const seen = async (address: string) => (await app.request(address)).status;

describe("editing", () => {
  it("stores the changes and their date", async () => {
    const id = await create(owner);
    app.clock.advance({ minutes: 5 });
    const edited = await edit(id, { title: " A better title ", description: "More." });
    expect(edited).toMatchObject({
      status: 200,
      body: {
        circle: {
          title: "A better title",
          description: "More.",
          what_they_ask: "a",
          updated_at: "2026-11-02T09:05:00.000Z",
          created_at: "2026-11-02T09:00:00.000Z",
          invites_count: 3,
          is_link_full: false,
          is_fixed: false,
          open_link: false,
        },
      },
    });
    expect((await edit(id)).status).toBe(200);
  });

  it("keeps the ids of kept questions, and gives new ones ids that were never used", async () => {
    const id = await create(owner, {
      questions: ["a", "b", "c"].map((label) => ({ label, type: "textarea" as const })),
    });
    const ids = async (questions: QuestionEdit[]) =>
      (await edit(id, { questions })).status === 200
        ? (await read(owner, id)).questions.map((question) => [question.id, question.label])
        : undefined;
    const text = (label: string, questionId?: number): QuestionEdit => ({
      label,
      type: "textarea",
      ...(questionId && { id: questionId }),
    });
    expect(await ids([text("c!", 3), text("new"), text("a", 1)])).toEqual([
      [3, "c!"],
      [4, "new"],
      [1, "a"],
    ]);
    expect(await ids([text("a", 1), text("newer")])).toEqual([
      [1, "a"],
      [5, "newer"],
    ]);
    // With another type, it is another question.
    expect(await ids([{ ...text("a", 1), type: "rating" }])).toEqual([[6, "a"]]);
    for (const gone of [[text("a", 1)], [text("x", 6), text("y", 6)], [text("z", 99)]]) {
      expect(await edit(id, { questions: gone })).toMatchObject(refused(409, "question_not_kept"));
    }
    expect((await read(owner, id)).questions).toHaveLength(1);
  });

  it("keeps answers with the wording that the questions had when they were answered", async () => {
    const id = await create(owner);
    await answer((await person(id, "ana")).invite_token);
    const edited = await edit(id, { questions: [{ label: "Another question", type: "textarea" }] });
    app.clock.advance({ minutes: 1 });
    // The editor bases its warning on what may be read.
    expect(edited.body).toMatchObject({ circle: { responses_count: 1 } });
    await answer((await person(id, "ben")).invite_token, { answers: { 2: "Later." } });
    const { responses } = await results(id);
    expect(responses.map(({ answers }) => answers.map(({ label }) => label))).toEqual([
      ["What do you see?"],
      ["Another question"],
    ]);
  });

  it.each([
    ["title_missing", { title: " " }],
    ["deadline_past", { deadline: "2026-11-01" }],
  ])("keeps the wizard's rules: %s", async (code, changes) => {
    const id = await create(owner);
    const before = await read(owner, id);
    expect(await edit(id, changes)).toMatchObject({ status: 422, body: { code } });
    expect(await read(owner, id)).toEqual(before);
  });

  it("named or anonymous may change until the first invitation is sent, the link is opened or a private link is copied", async () => {
    const sent = await create(owner);
    expect((await edit(sent, { is_anonymous: true })).body).toMatchObject({
      circle: { is_anonymous: true, is_fixed: false },
    });
    expect((await edit(sent, { is_anonymous: false })).status).toBe(200);
    await app.work();
    const linked = await create(owner);
    for (const open of [true, false])
      await call("PUT", `/api/circles/${linked}/open-link`, { open });
    const copied = await create(owner);
    await call("GET", `/api/invites/${(await person(copied, "ana")).id}/link`);
    for (const id of [sent, linked, copied]) {
      expect(await edit(id, { is_anonymous: true })).toMatchObject(refused(409, "circle_fixed"));
      expect((await edit(id, { title: "Another title" })).body).toMatchObject({
        circle: { title: "Another title", is_fixed: true },
      });
    }
    const small = await create(owner, { people: ["ana", "ben"] });
    expect((await edit(small, { is_anonymous: true })).body).toMatchObject({
      code: "circle_mode_needs_three",
    });
  });

  it.each([
    ["Pacific/Pago_Pago", "2026-11-06T11:00:00Z"],
    ["Pacific/Kiritimati", "2026-11-05T10:00:00Z"],
  ])("moves the closing to the end of the new day in %s", async (timeZone, overAt) => {
    owner = await app.createOwner({ time_zone: timeZone });
    const id = await create(owner, { deadline: "2026-12-24" });
    await edit(id, { deadline: "2026-11-05" });
    app.clock.set(new Date(Date.parse(overAt) - 1));
    expect((await read(owner, id)).status).toBe("active");
    app.clock.set(overAt);
    expect(await read(owner, id)).toMatchObject({ status: "completed", closed_on: "2026-11-05" });
    // The job is late: a new deadline does not reopen an expired circle.
    expect(await edit(id, { deadline: "2026-12-24" })).toMatchObject(refused(409, "circle_closed"));
    expect((await edit(id, { title: "Looking back" })).body).toMatchObject({
      circle: { title: "Looking back", status: "completed", deadline: "2026-11-05" },
    });
  });

  it("replaces the cover, and removes the old file when nothing shows it", async () => {
    const [first, second] = [await upload(1_770_000_000_001), await upload(1_770_000_000_002)];
    const id = await create(owner, { cover_image_url: first });
    const other = await create(owner, { cover_image_url: first });
    await edit(id, { cover_image_url: second });
    expect(await seen(first)).toBe(200);
    await edit(other, { cover_image_url: null });
    expect(await seen(first)).toBe(404);
    expect(await seen(second)).toBe(200);
    expect(await edit(other, { cover_image_url: first })).toMatchObject(
      refused(422, "cover_not_yours"),
    );
  });

  itOnPostgres("many edits at once never give one id twice", async () => {
    const id = await create(owner);
    await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        edit(id, { questions: [{ label: `new ${n}`, type: "textarea" }] }),
      ),
    );
    expect((await read(owner, id)).questions[0]?.id).toBe(7);
  });
});

describe("closing and reopening", () => {
  it("closes now, once, and links say so", async () => {
    const id = await create(owner);
    const { invite_token } = await person(id, "ana");
    expect((await close(id)).body).toMatchObject({
      circle: { status: "completed", closed_on: "2026-11-02" },
    });
    app.clock.advance({ days: 2 });
    expect((await close(id)).body).toMatchObject({ circle: { closed_on: "2026-11-02" } });
    expect((await answer(invite_token)).status).toBe(409);
  });

  it("a paraline whose deadline passed before the owner closed it ended on its deadline day", async () => {
    const id = await create(owner, { deadline: "2026-11-03" });
    app.clock.set("2026-11-05T09:00:00Z");
    expect((await close(id)).body).toMatchObject({ circle: { closed_on: "2026-11-03" } });
  });

  it("reopens until a new day, or without one", async () => {
    const id = await create(owner, { deadline: "2026-11-02" });
    expect(await reopen(id)).toMatchObject({ status: 409, body: { code: "circle_open" } });
    // The day is over, and the job that closes is late.
    app.clock.set("2026-11-03T00:00:00Z");
    expect(await reopen(id, "2026-11-02")).toMatchObject(refused(422, "deadline_past"));
    expect(await reopen(id, "9999-12-31")).toMatchObject({
      status: 422,
      body: { code: "deadline_too_far", path: ["deadline"] },
    });
    expect(await reopen(id, "20266-12-31")).toMatchObject({
      status: 400,
      body: { message: "This must be a day like 2026-12-31.", path: ["deadline"] },
    });
    expect((await reopen(id, "2026-11-03")).body).toMatchObject({
      circle: { status: "active", deadline: "2026-11-03", closed_on: null },
    });
    expect((await answer((await person(id, "ana")).invite_token)).status).toBe(201);
    app.clock.set("2026-11-04T00:00:00Z");
    expect((await read(owner, id)).status).toBe("completed");
    expect((await reopen(id)).body).toMatchObject({ circle: { status: "active", deadline: null } });
    app.clock.advance({ days: 20 });
    expect((await read(owner, id)).status).toBe("active");
  });
});

describe("a duplicate", () => {
  it("has the texts, the questions and its own copy of the cover, and starts without answers or deadline", async () => {
    const coverImageUrl = await upload(1_770_000_000_003);
    const id = await create(owner, { cover_image_url: coverImageUrl, deadline: "2026-11-20" });
    await answer((await person(id, "ana")).invite_token);
    const made = await duplicate(id, false);
    expect(made).toMatchObject({
      status: 201,
      body: {
        circle: {
          title: "Should I leave the orchestra? (copy)",
          description: "d",
          deadline: null,
          status: "active",
          invites_count: 0,
          responses_count: 0,
          questions: [{ id: 1, label: "What do you see?", type: "textarea" }],
        },
      },
    });
    const copy = (made.body as { circle: { id: string; cover_image_url: string } }).circle;
    expect(copy.cover_image_url).not.toBe(coverImageUrl);
    await remove(id);
    expect(await seen(coverImageUrl)).toBe(404);
    expect(await seen(copy.cover_image_url)).toBe(200);
  });

  it("a duplicate with its people sends no email before the owner sends the invitations", async () => {
    const id = await create(owner, { is_anonymous: true });
    await call("PATCH", `/api/invites/${(await person(id, "ana")).id}`, { label: "mentor" });
    await app.work();
    const made = await duplicate(id, true);
    const copy = (made.body as { circle: { id: string } }).circle.id;
    const list = async () =>
      (await people(owner, copy)).map(({ first_name, label, delivery }) => [
        first_name,
        label,
        delivery,
      ]);
    await app.work();
    expect(await list()).toEqual([
      ["ana", "mentor", "none"],
      ["ben", null, "none"],
      ["cleo", null, "none"],
    ]);
    expect(await read(owner, copy)).toMatchObject({ is_anonymous: true, is_fixed: false });
    expect((await person(copy, "ana")).invite_token).not.toBe(
      (await person(id, "ana")).invite_token,
    );
    app.clock.advance({ minutes: 10 });
    expect((await call("POST", `/api/circles/${copy}/invites/send`)).body).toEqual({
      queued_count: 3,
      too_soon_count: 0,
      opted_out_count: 0,
    });
    await app.work();
    expect((await list()).map(([, , delivery]) => delivery)).toEqual(["sent", "sent", "sent"]);
  });

  it("is made only once if it is requested twice with the same key", async () => {
    const id = await create(owner);
    const key = crypto.randomUUID();
    const [one, two] = [await duplicate(id, true, key), await duplicate(id, true, key)];
    expect(two).toEqual(one);
  });
});

describe("deleting", () => {
  it("requires the typed title and leaves no people, answers, keys, emails or cover", async () => {
    const coverImageUrl = await upload(1_770_000_000_004);
    const id = await create(owner, { cover_image_url: coverImageUrl, is_anonymous: true });
    const { invite_token } = await person(id, "ana");
    await app.work();
    await answer(invite_token);
    expect((await app.circles.expect(owner, id, { 1: "Stay." })).status).toBe(200);
    const keyed = ["circle_keys", "sealing_keys", "sealed_answers", "own_answers"] as const;
    const left = (
      table: (typeof keyed)[number] | "invites" | "feedback" | "encouragements" | "emails",
    ) => app.db.selectFrom(table).where("circle_id", "=", id).select("circle_id").execute();
    for (const table of keyed) expect([table, await left(table)]).toMatchObject([table, [{}]]);
    expect(await remove(id, "should i leave")).toMatchObject(refused(422, "circle_title_differs"));
    expect(await remove(id, " Should I leave the orchestra? ")).toEqual({
      status: 200,
      body: { status: "deleted" },
    });
    expect((await call("GET", `/api/circles/${id}`)).status).toBe(404);
    expect((await answer(invite_token)).status).toBe(404);
    expect(await seen(coverImageUrl)).toBe(404);
    for (const table of [...keyed, "invites", "feedback", "encouragements", "emails"] as const) {
      expect([table, await left(table)]).toEqual([table, []]);
    }
    expect((await remove(id)).status).toBe(404);
  });

  it("stops the emails that have not been sent", async () => {
    const id = await create(owner);
    await remove(id);
    await app.work();
    expect(await app.jobs.waiting("send_mail")).toEqual([]);
  });

  itOnPostgres("while people answer, each answer is stored before or refused after", async () => {
    for (const isAnonymous of [false, true]) {
      const id = await create(owner, { is_anonymous: isAnonymous });
      const tokens = await Promise.all(
        ["ana", "ben", "cleo"].map(async (name) => (await person(id, name)).invite_token),
      );
      const [removed, ...answers] = await Promise.all([
        remove(id),
        ...tokens.map((token) => answer(token)),
      ]);
      expect(removed.status).toBe(200);
      for (const { status } of answers) expect([201, 404]).toContain(status);
    }
  });
});
