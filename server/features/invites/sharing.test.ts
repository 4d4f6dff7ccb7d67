import { createHash } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { useTestApp } from "#server/testing/app.ts";
import { itOnPostgres } from "#server/testing/database/db.ts";
import { changeRows } from "#server/testing/database/rows.ts";
import type { TestOwner } from "#server/testing/owners.ts";

const app = useTestApp({
  environment: { RATE_LIMITS: "on" },
});
const { create, createInvited, people, person, answer, read } = app.circles;
const unlimited = useTestApp({ database: app.database });

let owner: TestOwner;

beforeEach(async () => {
  await app.db.deleteFrom("mailboxes").execute();
  owner = await app.createOwner({ full_name: "Maya" });
});

const call = async (method: string, path: string, body?: unknown) => {
  const response = await app.as(owner, method, path, body);
  return { status: response.status, body: await response.json() };
};
const send = (id: string) => call("POST", `/api/circles/${id}/invites/send`);
const remind = (id: string) => call("POST", `/api/circles/${id}/invites/remind`);
const add = (id: string, ...names: string[]) =>
  call("POST", `/api/circles/${id}/invites`, {
    invites: names.map((firstName) => ({
      first_name: firstName,
      email: `${firstName}@paraline.example`,
    })),
  });
const correct = (inviteId: string, email: string) =>
  call("PATCH", `/api/invites/${inviteId}`, { email });
const remove = (inviteId: string) => call("DELETE", `/api/invites/${inviteId}`);

const fail = (inviteId: string) =>
  app.db
    .updateTable("emails")
    .set((mail) => ({
      state: "failed",
      reason: "No such mailbox.",
      undelivered_attempts: mail.ref("attempts"),
    }))
    .where("invite_id", "=", inviteId)
    .execute();

const optOut = (name: string) => app.emails.optOut(`${name}@paraline.example`, owner.user_id);

const counts = (queued: number, tooSoon = 0, optedOut = 0) => ({
  queued_count: queued,
  too_soon_count: tooSoon,
  opted_out_count: optedOut,
});

const copyWithPeople = async (id: string) =>
  (await app.circles.copy(owner, id, { with_people: true })).id;

const emailsTo = (circleId: string, name: string) =>
  app.db
    .selectFrom("emails")
    .where("circle_id", "=", circleId)
    .where("to_address", "=", `${name}@paraline.example`)
    .orderBy("created_at")
    .select(["kind", "state"])
    .execute();

const deliveries = async (id: string) =>
  (await people(owner, id)).map(({ first_name, delivery }) => [first_name, delivery]);

describe("sending the invitations", () => {
  it("emails everyone who was not emailed yet or whose email bounced, and no one else", async () => {
    const id = await createInvited(owner);
    expect(await send(id)).toEqual({
      status: 200,
      body: counts(0),
    });
    await fail((await person(id, "ben")).id);
    expect((await send(id)).body).toEqual(counts(0, 1));
    app.clock.advance({ minutes: 10 });
    expect((await send(id)).body).toEqual(counts(1));
    await app.work();
    expect(await deliveries(id)).toEqual([
      ["ana", "sent"],
      ["ben", "sent"],
      ["cleo", "sent"],
    ]);
    expect(await emailsTo(id, "ben")).toEqual([
      { kind: "invitation", state: "failed" },
      { kind: "invitation", state: "sent" },
    ]);
  });

  it("leaves out people who have answered, declined or opted out, and counts those who opted out", async () => {
    const id = await create(owner);
    for (const name of ["ana", "ben", "cleo"]) await fail((await person(id, name)).id);
    app.clock.advance({ minutes: 11 });
    await answer((await person(id, "ana")).invite_token);
    await app.circles.decline((await person(id, "ben")).invite_token);
    await optOut("cleo");
    expect((await send(id)).body).toEqual(counts(0, 0, 1));
  });

  it("sending the invitations of a copy records once which people want no email", async () => {
    const id = await createInvited(owner);
    await optOut("cleo");
    const copy = await copyWithPeople(id);
    app.clock.advance({ minutes: 11 });
    expect((await send(copy)).body).toMatchObject({ queued_count: 2, opted_out_count: 1 });
    await app.work();
    app.clock.advance({ minutes: 11 });
    expect((await send(copy)).body).toMatchObject({ queued_count: 0, opted_out_count: 1 });
    await app.work();
    expect(await emailsTo(copy, "cleo")).toEqual([{ kind: "invitation", state: "skipped" }]);
    const cleo = (await people(owner, copy)).find(({ first_name }) => first_name === "cleo");
    expect(cleo).toMatchObject({
      delivery: "failed",
      delivery_reason: "They asked not to receive any more emails.",
    });
  });

  it("is refused for a closed paraline", async () => {
    const id = await create(owner, { deadline: "2026-11-02" });
    app.clock.set("2026-11-03T00:00:00Z");
    for (const ask of [send, remind]) {
      expect((await ask(id)).body).toMatchObject({ code: "circle_closed" });
    }
  });
});

describe("one person's email", () => {
  const resend = (inviteId: string) => call("POST", `/api/invites/${inviteId}/resend`);

  it.each([false, true])(
    "is the first invitation if none was sent, such as after a copy (anonymous: %s)",
    async (isAnonymous) => {
      const id = await createInvited(owner, { is_anonymous: isAnonymous });
      const copy = await copyWithPeople(id);
      app.clock.advance({ minutes: 10 });
      expect((await resend((await person(copy, "ana")).id)).status).toBe(200);
      await app.work();
      app.clock.advance({ minutes: 10 });
      expect((await resend((await person(copy, "ana")).id)).status).toBe(200);
      await app.work();
      expect(await emailsTo(copy, "ana")).toEqual([
        { kind: "invitation", state: "sent" },
        { kind: "invitation_again", state: "sent" },
      ]);
    },
  );

  it("is the first invitation if that bounced, and mentions no earlier email", async () => {
    const id = await createInvited(owner);
    const ana = await person(id, "ana");
    await fail(ana.id);
    app.clock.advance({ minutes: 10 });
    expect((await resend(ana.id)).status).toBe(200);
    await app.work();
    expect(await emailsTo(id, "ana")).toEqual([
      { kind: "invitation", state: "failed" },
      { kind: "invitation", state: "sent" },
    ]);
    const kept = await app.emails.all();
    const theirs = kept.filter(({ text }) => text.includes(ana.invite_token));
    expect(theirs.map(({ text }) => text.includes("wrote to you about this before"))).toEqual([
      false,
      false,
    ]);
  });

  it("mentions the earlier email if that arrived and only a later one bounced", async () => {
    const id = await createInvited(owner);
    const ana = await person(id, "ana");
    app.clock.advance({ minutes: 10 });
    await resend(ana.id);
    await app.db
      .updateTable("emails")
      .set({ state: "failed", reason: "Mailbox full." })
      .where("invite_id", "=", ana.id)
      .where("kind", "=", "invitation_again")
      .execute();
    app.clock.advance({ minutes: 10 });
    await resend(ana.id);
    await app.work();
    expect((await emailsTo(id, "ana")).map(({ kind }) => kind)).toEqual([
      "invitation",
      "invitation_again",
      "invitation_again",
    ]);
  });
});

describe("the reminder to all", () => {
  it("goes to people who have not answered, three times at most, ten minutes apart", async () => {
    const id = await create(owner);
    expect((await remind(id)).body).toEqual(counts(0));
    await app.work();
    await answer((await person(id, "ana")).invite_token);
    expect((await remind(id)).body).toEqual(counts(0, 2));
    for (const _ of [1, 2, 3]) {
      app.clock.advance({ minutes: 10 });
      expect((await remind(id)).body).toEqual(counts(2));
      expect((await remind(id)).body).toMatchObject({ queued_count: 0 });
      await app.work();
    }
    app.clock.advance({ days: 1 });
    expect((await remind(id)).body).toEqual(counts(0));
    expect(await emailsTo(id, "ana")).toEqual([{ kind: "invitation", state: "sent" }]);
    expect(await emailsTo(id, "ben")).toEqual([
      { kind: "invitation", state: "sent" },
      ...Array(3).fill({ kind: "reminder", state: "sent" }),
    ]);
    const [mail] = await app.emails.all();
    expect(mail?.subject).toBe(
      "Maya is still hoping for your perspective on “Should I leave the orchestra?”",
    );
  });

  it("may be sent more than three times, and without waiting, on a server without limits", async () => {
    const id = await createInvited(owner);
    for (const _ of [1, 2, 3, 4]) {
      const path = `/api/circles/${id}/invites/remind`;
      const response = await unlimited.as(owner, "POST", path);
      expect(await response.json()).toEqual(counts(3));
      await unlimited.work();
    }
  });

  it("has nothing to do once everyone has answered a named paraline", async () => {
    const id = await createInvited(owner);
    for (const name of ["ana", "ben", "cleo"]) await answer((await person(id, name)).invite_token);
    app.clock.advance({ minutes: 10 });
    expect((await remind(id)).body).toEqual(counts(0));
  });

  it("the reminder of an anonymous paraline goes to people who have answered, too, as does an invitation that is sent again", async () => {
    const id = await createInvited(owner, { is_anonymous: true });
    for (const name of ["ana", "ben", "cleo"]) await answer((await person(id, name)).invite_token);
    app.clock.advance({ minutes: 10 });
    expect((await remind(id)).body).toEqual(counts(3));
    await app.work();
    expect((await remind(id)).body).toEqual(counts(0, 3));
    app.clock.advance({ minutes: 10 });
    const ana = await person(id, "ana");
    expect((await call("POST", `/api/invites/${ana.id}/resend`)).status).toBe(200);
    await app.work();
    expect(await emailsTo(id, "ana")).toEqual(
      ["invitation", "reminder", "invitation_again"].map((kind) => ({ kind, state: "sent" })),
    );
  });
});

describe("adding people later", () => {
  it("puts them at the end of the list and emails them", async () => {
    const id = await createInvited(owner);
    expect((await add(id, "dan", "eve")).status).toBe(201);
    await app.work();
    expect(await deliveries(id)).toEqual(
      ["ana", "ben", "cleo", "dan", "eve"].map((name) => [name, "sent"]),
    );
    expect((await read(owner, id)).invites_count).toBe(5);
  });

  it("follows the rules of the list, and adds all or no one", async () => {
    const id = await create(owner);
    const refusal = async (invites: unknown) =>
      (await call("POST", `/api/circles/${id}/invites`, { invites })).body;
    const dan = { first_name: "dan", email: "dan@paraline.example" };
    expect(await refusal([])).toMatchObject({ code: "invites_none" });
    expect(
      await refusal([dan, { first_name: "ana", email: "ANA+work@paraline.example" }]),
    ).toMatchObject({ code: "invite_email_repeated", path: ["invites", 1] });
    expect(await refusal([{ first_name: "me", email: owner.email }])).toMatchObject({
      code: "invite_own_email",
    });
    expect(await refusal([{ ...dan, first_name: " " }])).toMatchObject({
      code: "invite_first_name_missing",
    });
    expect((await add(id, ...Array.from({ length: 48 }, (_, n) => `p${n}`))).body).toMatchObject({
      code: "invites_too_many",
    });
    expect(await people(owner, id)).toHaveLength(3);
    expect((await add(id, ...Array.from({ length: 47 }, (_, n) => `p${n}`))).status).toBe(201);
    const closed = await create(owner, { deadline: "2026-11-02" });
    app.clock.set("2026-11-03T00:00:00Z");
    expect((await add(closed, "dan")).body).toMatchObject({ code: "circle_closed" });
  });

  itOnPostgres("many at once stays within fifty people", async () => {
    const id = await create(owner);
    const crowd = (group: string) => Array.from({ length: 20 }, (_, n) => `${group}${n}`);
    const answers = await Promise.all(
      ["a", "b", "c", "d"].map((group) => add(id, ...crowd(group))),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 422, 422]);
  });

  it("emails somebody again only after ten minutes, even if they were removed in between", async () => {
    const id = await createInvited(owner);
    await remove((await person(id, "ana")).id);
    expect((await add(id, "ana")).status).toBe(201);
    const { not_before } = await app.db
      .selectFrom("emails")
      .where("invite_id", "=", (await person(id, "ana")).id)
      .select("not_before")
      .executeTakeFirstOrThrow();
    expect(not_before).toEqual(new Date("2026-11-02T09:10:00Z"));
  });
});

describe("paraline after paraline with the same person", () => {
  const sentTo = async (address: string) => {
    await app.work();
    const emails = await app.db
      .selectFrom("emails")
      .where("user_id", "=", owner.user_id)
      .where("to_address", "=", address)
      .where("state", "=", "sent")
      .orderBy("sent_at")
      .select("sent_at")
      .execute();
    return emails.map(({ sent_at }) => sent_at?.toISOString().slice(11, 16));
  };

  it("emails them once in ten minutes, and loses no email", async () => {
    for (let round = 0; round < 3; round++) await create(owner, { people: ["ana", `p${round}`] });
    const left = ["09:00", "09:10", "09:20"];
    for (const [index] of left.entries()) {
      expect(await sentTo("ana@paraline.example")).toEqual(left.slice(0, index + 1));
      app.clock.advance({ minutes: 10 });
    }
    expect(await sentTo("p2@paraline.example")).toEqual(["09:00"]);
  });

  it("counts the ten minutes from when a delayed email is sent", async () => {
    await create(owner, { people: ["ana"] });
    const id = await create(owner, { people: ["ana"] });
    const { id: ana } = await person(id, "ana");
    expect(await sentTo("ana@paraline.example")).toEqual(["09:00"]);
    app.clock.advance({ minutes: 10 });
    expect(await sentTo("ana@paraline.example")).toEqual(["09:00", "09:10"]);
    app.clock.advance({ minutes: 9 });
    expect(await call("POST", `/api/invites/${ana}/resend`)).toMatchObject({
      status: 429,
      body: { code: "invite_resend_too_soon" },
    });
    app.clock.advance({ minutes: 1 });
    expect((await call("POST", `/api/invites/${ana}/resend`)).status).toBe(200);
  });
});

describe("a corrected address", () => {
  it("gets a new invitation with a new link; the old link stops working, and the old email is not sent", async () => {
    const id = await create(owner);
    const old = await person(id, "ana");
    const corrected = await correct(old.id, " Ana.Lima@Paraline.example ");
    expect(corrected).toMatchObject({
      status: 200,
      body: { invite: { email: "ana.lima@paraline.example", delivery: "queued" } },
    });
    await app.work();
    expect(await emailsTo(id, "ana")).toEqual([{ kind: "invitation", state: "skipped" }]);
    expect(await emailsTo(id, "ana.lima")).toEqual([{ kind: "invitation", state: "sent" }]);
    expect((await deliveries(id))[0]).toEqual(["ana", "sent"]);
    expect((await answer(old.invite_token)).status).toBe(404);
    const { invite_token } = await person(id, "ana");
    expect(invite_token).not.toBe(old.invite_token);
    expect((await answer(invite_token)).status).toBe(201);
    expect((await correct(old.id, "x@paraline.example")).body).toMatchObject({
      code: "invite_completed",
      message: "They have already shared their reflections.",
    });
  });

  it("has to follow the same rules as a new one", async () => {
    const id = await create(owner);
    const { id: ana } = await person(id, "ana");
    for (const [email, code] of [
      [" ", "invite_email_missing"],
      ["ana", "invite_email_malformed"],
      ["<Ben+work@paraline.example>", "invite_email_repeated"],
      [owner.email, "invite_own_email"],
    ] as const) {
      expect(await correct(ana, email)).toMatchObject({ status: 422, body: { code } });
    }
    expect((await call("PATCH", `/api/invites/${ana}`, {})).status).toBe(400);
  });

  it("in an anonymous paraline is possible until the invitation is sent, and if it bounced", async () => {
    const id = await create(owner, { is_anonymous: true });
    const ana = await person(id, "ana");
    expect((await correct(ana.id, "ana.lima@paraline.example")).status).toBe(200);
    app.clock.advance({ minutes: 10 });
    await app.work();
    for (const refused of [await correct(ana.id, "x@paraline.example"), await remove(ana.id)]) {
      expect(refused).toMatchObject({ status: 409, body: { code: "invite_may_have_arrived" } });
    }
    await fail(ana.id);
    expect((await correct(ana.id, "ana@paraline.example")).status).toBe(200);
  });
});

describe("a removed person", () => {
  it("is gone from the list, the count and the emails, and their link no longer works", async () => {
    const id = await create(owner);
    const ana = await person(id, "ana");
    expect(await remove(ana.id)).toEqual({ status: 200, body: { status: "removed" } });
    await app.work();
    expect(await deliveries(id)).toEqual([
      ["ben", "sent"],
      ["cleo", "sent"],
    ]);
    expect((await read(owner, id)).invites_count).toBe(2);
    expect((await answer(ana.invite_token)).status).toBe(404);
    expect((await remove(ana.id)).status).toBe(404);
    const ben = await person(id, "ben");
    await answer(ben.invite_token);
    expect((await remove(ben.id)).body).toMatchObject({ code: "invite_completed" });
    expect((await read(owner, id)).responses_count).toBe(1);
  });

  it("does not free the daily limit", async () => {
    const crowd = (group: string) => Array.from({ length: 50 }, (_, n) => `${group}${n}`);
    const ids: string[] = [];
    for (const group of ["a", "b", "c", "d"])
      ids.push(await create(owner, { people: crowd(group) }));
    await remove((await person(String(ids[0]), "a0")).id);
    expect((await add(String(ids[0]), "z")).body).toMatchObject({ code: "invite_mails_exhausted" });
    await call("DELETE", `/api/circles/${ids[1]}`, { title: "Should I leave the orchestra?" });
    expect((await add(String(ids[0]), "z")).body).toMatchObject({ code: "invite_mails_exhausted" });
    app.clock.advance({ days: 1 });
    expect((await add(String(ids[0]), "z")).status).toBe(201);
    const traces = () =>
      app.db
        .selectFrom("removed_emails")
        .where("user_id", "=", owner.user_id)
        .selectAll()
        .execute();
    expect(await traces()).toHaveLength(51);
    // A list of addresses is not enough to find out whose these were.
    const plain = createHash("sha256").update("a0@paraline.example").digest("hex");
    expect((await traces()).map(({ address_hash }) => address_hash)).not.toContain(plain);
    await app.db
      .transaction()
      .execute((tx) => app.jobs.enqueue(tx, "delete_expired_limit_rows", {}));
    await app.work();
    expect(await traces()).toEqual([]);
  });
});

describe("one person's private link", () => {
  it("may be copied by the owner of a named paraline, and by no one in an anonymous one", async () => {
    const named = await person(await create(owner), "ana");
    expect(await call("GET", `/api/invites/${named.id}/link`)).toEqual({
      status: 200,
      body: { invite_address: `http://localhost:3000/invite?token=${named.invite_token}` },
    });
    const anonymous = await person(await create(owner, { is_anonymous: true }), "ana");
    const refused = await call("GET", `/api/invites/${anonymous.id}/link`);
    expect(refused).toMatchObject({ status: 409, body: { code: "invite_link_private" } });
    expect(JSON.stringify(refused)).not.toContain(anonymous.invite_token);
  });
});

it("reminders count towards the daily limit", async () => {
  const id = await create(owner, { people: Array.from({ length: 50 }, (_, n) => `p${n}`) });
  for (const _ of [1, 2, 3]) {
    await changeRows(app.db, "emails", { circle_id: id }, { state: "sent" });
    app.clock.advance({ minutes: 10 });
    expect((await remind(id)).body).toMatchObject({ queued_count: 50 });
  }
  await remove((await person(id, "p0")).id);
  expect((await add(id, "z")).body).toMatchObject({ code: "invite_mails_exhausted" });
});
