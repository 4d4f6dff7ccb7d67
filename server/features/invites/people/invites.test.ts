import { describe, expect, it } from "vitest";
import { listContacts, listInvites } from "#contract/invites/invites.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { releaseHeldEmails } from "#server/mail/request-mail.ts";
import { useTestApp } from "#server/testing/app.ts";
import { itOnPostgres } from "#server/testing/database/db.ts";
import type { TestOwner } from "#server/testing/owners.ts";
import { circleDraft } from "#server/testing/test-circles.ts";

const app = useTestApp({ each: true, environment: { RATE_LIMITS: "on" } });
const owner = app.useOwner();
/** The same app at a public address. */
const publicApp = useTestApp({
  database: app.database,
  environment: { PUBLIC_URL: "https://paraline.example", BILLING: "off" },
});

const { create, createInvited, person, answer, decline } = app.circles;

const readInvites = (owner: TestOwner, id: string, at = app) =>
  at.call(owner, listInvites, { params: { id } });

const reopen = (inviteToken: string) =>
  app.request("/api/invite/reopen", {
    method: "POST",
    headers: { "X-Invite-Token": inviteToken },
  });

const resend = (owner: TestOwner, inviteId: string) =>
  app.as(owner, "POST", `/api/invites/${inviteId}/resend`);

describe("the people of a paraline", () => {
  it("are listed in the order in which they were added, with the state of their invitation", async () => {
    const id = await create(owner);
    const before = await readInvites(owner, id);
    expect(before.waits_for_owner).toBe(false);
    expect(before.invites.map(({ first_name, delivery }) => [first_name, delivery])).toEqual([
      ["ana", "queued"],
      ["ben", "queued"],
      ["cleo", "queued"],
    ]);
    await app.work();
    const [ana] = (await readInvites(owner, id)).invites;
    expect(ana).toEqual({
      id: expect.any(String),
      circle_id: id,
      first_name: "ana",
      last_name: null,
      email: "ana@paraline.example",
      status: "pending",
      source: "invited",
      label: null,
      delivery: "sent",
      delivery_reason: null,
      created_at: "2026-11-02T09:00:00.000Z",
    });
  });

  it("are never listed with their private links", async () => {
    const id = await create(owner);
    const { invite_token } = await person(id, "ana");
    for (const path of [`/api/circles/${id}/invites`, "/api/invites", `/api/circles/${id}`]) {
      expect(await (await app.as(owner, "GET", path)).text()).not.toContain(invite_token);
    }
  });

  it("the people of all paralines are contacts, last added first", async () => {
    const first = await create(owner, { people: ["ana", "ben"], title: "First" });
    app.clock.advance({ minutes: 1 });
    await create(owner, { people: ["cleo", "dan", "eve"], title: "Second", is_anonymous: true });
    const { contacts } = await app.call(owner, listContacts);
    expect(
      contacts.map(({ first_name, circle, status }) => [first_name, circle.title, status]),
    ).toEqual([
      ["eve", "Second", null],
      ["dan", "Second", null],
      ["cleo", "Second", null],
      ["ben", "First", "pending"],
      ["ana", "First", "pending"],
    ]);
    expect(contacts[4]?.circle).toEqual({ id: first, title: "First", is_anonymous: false });
  });
});

describe("in an anonymous paraline", () => {
  it("shows only that a person declined", async () => {
    const id = await create(owner, { is_anonymous: true });
    await decline((await person(id, "ben")).invite_token);
    const { invites } = await readInvites(owner, id);
    expect(invites.map(({ status }) => status)).toEqual([null, "declined", null]);
  });
});

describe("resending", () => {
  it("sends one more email with the same link", async () => {
    const owner = await app.createOwner({ full_name: "Maya" });
    const id = await createInvited(owner);
    const ana = await person(id, "ana");
    app.clock.advance({ minutes: 10 });
    const response = await resend(owner, ana.id);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ email: "ana@paraline.example" });
    await app.work();
    const kept = await app.emails.all();
    const theirs = kept.filter(({ text }) => text.includes(`/invite?token=${ana.invite_token}`));
    expect(theirs.map(({ kind, to }) => [kind, to])).toEqual([
      ["invitation_again", "ana@paraline.example"],
      ["invitation", "ana@paraline.example"],
    ]);
  });

  it("waits ten minutes from the last email, whatever its subject", async () => {
    const id = await create(owner);
    const ana = await person(id, "ana");
    app.clock.advance({ minutes: 9, seconds: 30 });
    const soon = await resend(owner, ana.id);
    expect(soon.status).toBe(429);
    expect(soon.headers.get("retry-after")).toBe("30");
    app.clock.advance({ seconds: 30 });
    expect((await resend(owner, ana.id)).status).toBe(200);
    expect((await resend(owner, ana.id)).status).toBe(429);
    // This tries the same person in another circle, and another person in this one.
    app.clock.advance({ minutes: 10 });
    await create(owner, { people: ["ana"] });
    expect((await resend(owner, ana.id)).status).toBe(429);
    expect((await resend(owner, (await person(id, "ben")).id)).status).toBe(200);
  });

  it("stops at 200 emails in a day, including those of new paralines", async () => {
    const crowd = (group: string, count: number) =>
      Array.from({ length: count }, (_, index) => `${group}${index}`);
    for (const group of ["a", "b", "c"]) await create(owner, { people: crowd(group, 50) });
    const id = await create(owner, { people: crowd("d", 49) });
    app.clock.advance({ minutes: 11 });
    expect((await resend(owner, (await person(id, "d0")).id)).status).toBe(200);
    const refused = await resend(owner, (await person(id, "d1")).id);
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({ code: "invite_mails_exhausted" });
    const invites = [{ first_name: "z", email: "z@paraline.example" }];
    const more = await app.as(owner, "POST", "/api/circles", circleDraft({ invites }));
    expect(await more.json()).toMatchObject({ code: "invite_mails_exhausted" });
    // Another owner is not affected, and the limit starts anew tomorrow.
    await create(await app.createOwner());
    app.clock.advance({ days: 1 });
    expect((await resend(owner, (await person(id, "d1")).id)).status).toBe(200);
  });

  itOnPostgres("sends one email if it is done many times at once", async () => {
    const id = await create(owner);
    const ana = await person(id, "ana");
    app.clock.advance({ minutes: 11 });
    const answers = await Promise.all(Array.from({ length: 8 }, () => resend(owner, ana.id)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(429)]);
  });

  it("is refused if there is no more reason for it, each time with its own sentence", async () => {
    const id = await create(owner, {
      people: ["ana", "ben", "cleo", "dan"],
      deadline: "2026-11-02",
    });
    const [ana, ben, cleo, dan] = await Promise.all(
      ["ana", "ben", "cleo", "dan"].map((name) => person(id, name)),
    );
    if (!ana || !ben || !cleo || !dan) throw new Error("four were invited");
    app.clock.advance({ minutes: 11 });
    await answer(ana.invite_token);
    await decline(ben.invite_token);
    await app.emails.optOut("cleo@paraline.example");
    const refusal = async (inviteId: string) => (await resend(owner, inviteId)).json();
    expect(await refusal(ana.id)).toMatchObject({
      code: "invite_completed",
      message: "They have already shared their reflections.",
    });
    expect(await refusal(ben.id)).toMatchObject({ code: "invite_declined_no_mail" });
    expect(await refusal(cleo.id)).toMatchObject({ code: "invite_unsubscribed" });
    app.clock.set("2026-11-03T00:00:00Z");
    expect(await refusal(dan.id)).toMatchObject({ code: "circle_closed" });
  });
});

describe("an owner who has not proven their address", () => {
  it("on loopback invites at once", async () => {
    const owner = await app.createOwner({ proven: false });
    const id = await create(owner);
    expect((await readInvites(owner, id)).waits_for_owner).toBe(false);
  });

  it("on a public server keeps the emails waiting until the owner's address is proven", async () => {
    const owner = await publicApp.createOwner({ proven: false });
    const id = await publicApp.circles.create(owner);
    await publicApp.work();
    const waiting = await readInvites(owner, id, publicApp);
    expect(waiting.waits_for_owner).toBe(true);
    expect(waiting.invites.map(({ delivery }) => delivery)).toEqual(Array(3).fill("waiting"));
    const early = await publicApp.as(
      owner,
      "POST",
      `/api/invites/${waiting.invites[0]?.id}/resend`,
    );
    expect(early.status).toBe(409);
    expect(await early.json()).toMatchObject({ code: "invite_waits_for_owner" });

    await inTransaction(app.db, (tx) =>
      releaseHeldEmails(tx, publicApp.deps, owner.user_id, app.clock.now()),
    );
    await publicApp.work();
    const sent = await readInvites(owner, id, publicApp);
    expect(sent.waits_for_owner).toBe(false);
    expect(sent.invites.map(({ delivery }) => delivery)).toEqual(Array(3).fill("sent"));
  });

  it("on a public server with a proven address invites at once", async () => {
    const owner = await publicApp.createOwner();
    const id = await publicApp.circles.create(owner);
    expect((await readInvites(owner, id, publicApp)).waits_for_owner).toBe(false);
  });
});

describe("I'd rather not", () => {
  it("may be clicked once or many times, can be undone while the paraline is open, and stops further emails", async () => {
    const id = await create(owner);
    const ana = await person(id, "ana");
    const status = async () => (await readInvites(owner, id)).invites[0]?.status;
    for (const _ of [1, 2]) {
      const response = await decline(ana.invite_token);
      expect(response.status).toBe(200);
      expect(await response.json()).toEqual({ status: "declined" });
    }
    expect(await status()).toBe("declined");
    await app.work();
    expect((await readInvites(owner, id)).invites[0]).toMatchObject({
      delivery: "failed",
      delivery_reason: "They chose not to answer.",
    });
    expect((await answer(ana.invite_token)).status).toBe(409);
    for (const _ of [1, 2]) {
      expect(await (await reopen(ana.invite_token)).json()).toEqual({ status: "pending" });
    }
    expect(await status()).toBe("pending");
    expect((await answer(ana.invite_token)).status).toBe(201);
    for (const say of [decline, reopen]) {
      expect(await (await say(ana.invite_token)).json()).toMatchObject({
        code: "invite_completed",
      });
    }
    expect(await status()).toBe("completed");
  });

  it("needs a link that is known and open", async () => {
    const id = await create(owner, { deadline: "2026-11-02" });
    const { invite_token } = await person(id, "ana");
    for (const say of [decline, reopen]) {
      for (const token of ["", "short", "A".repeat(32), "' or 1=1 --"]) {
        const response = await say(token);
        expect(response.status).toBe(404);
        expect(await response.json()).toMatchObject({ code: "invite_invalid" });
      }
    }
    app.clock.set("2026-11-03T00:00:00Z");
    for (const say of [decline, reopen]) {
      expect(await (await say(invite_token)).json()).toMatchObject({ code: "circle_closed" });
    }
  });
});
