import { describe, expect, it } from "vitest";
import { readDecision, sendClosingLetter } from "#contract/decisions.ts";
import { useTestApp } from "#server/testing/app.ts";
import { resetAccount } from "#server/testing/auth/reset-account.ts";
import { itOnPostgres } from "#server/testing/database/db.ts";

const app = useTestApp({ each: true, environment: { RATE_LIMITS: "on" } });
const { create, person, answer } = app.circles;

const parts = {
  heard: "Many of you worry about <winter>.\nSo do I.",
  decided: "I will try for a month.",
  thanks: "Thank you.",
};

const owner = app.useOwner({ full_name: "Maya Torres" });

/** A circle whose invitations were sent some time ago. */
async function createInvited(given: Parameters<typeof create>[1] = {}): Promise<string> {
  const id = await app.circles.createInvited(owner, given);
  app.clock.advance({ minutes: 11 });
  return id;
}

const send = (id: string, body: object = parts) =>
  app.as(owner, "POST", `/api/circles/${id}/decision/closing-letter`, body);

const sent = async (id: string) =>
  (await app.call(owner, sendClosingLetter, { params: { id }, body: parts })).decision.closing;

const read = (id: string) => app.call(owner, readDecision, { params: { id } });

async function listLetterEmails(id: string) {
  const emails = await app.db
    .selectFrom("emails")
    .where("circle_id", "=", id)
    .where("kind", "=", "closing_letter")
    .where("state", "=", "sent")
    .select("id")
    .execute();
  const ids = new Set(emails.map((mail) => mail.id));
  return (await app.emails.all()).filter((mail) => ids.has(mail.id));
}

const refusal = async (response: Response) => await response.json();

describe("the closing letter", () => {
  it("goes to everyone invited, once, in the owner's words, with an unsubscribe link", async () => {
    const id = await createInvited();
    await answer((await person(id, "ana")).invite_token);
    expect((await read(id)).audience).toEqual({ recipients_count: 3, left_out_count: 0 });
    expect(await sent(id)).toEqual({ ...parts, sent_on: "2026-11-02", sent_count: 3 });
    await app.work();
    const emails = await listLetterEmails(id);
    expect(emails.map(({ to }) => to).sort()).toEqual([
      "ana@paraline.example",
      "ben@paraline.example",
      "cleo@paraline.example",
    ]);
    for (const mail of emails) {
      expect(mail.subject).toBe("Maya Torres wrote to you about “Should I leave the orchestra?”");
      expect(mail.text).toContain("Many of you worry about <winter>.\nSo do I.");
      expect(mail.html).toContain("&lt;winter&gt;");
      expect(mail.text).toContain("What I decided");
      expect(mail.text).not.toContain("/invite?token=");
      expect(mail.headers["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
      expect(mail.headers["List-Unsubscribe"]).toMatch(/^<http.+\/unsubscribe\?token=.+>$/);
    }
  });

  it("is no longer sent once the account was reset for the owner of its address", async () => {
    const id = await createInvited();
    await sent(id);
    await resetAccount(app, owner.user_id);
    await app.work();
    expect(await listLetterEmails(id)).toEqual([]);
  });

  it("a second click changes nothing; a different text from another tab is refused", async () => {
    const id = await createInvited();
    const first = await sent(id);
    app.clock.advance({ days: 2 });
    expect(await sent(id)).toEqual(first);
    expect(await refusal(await send(id, { ...parts, heard: "Other" }))).toMatchObject({
      code: "closing_letter_sent",
    });
    const saved = await app.as(owner, "PATCH", `/api/circles/${id}/decision`, {
      closing: { heard: "Other" },
      prediction: "Kept",
    });
    expect(await saved.json()).toMatchObject({
      decision: { prediction: "Kept", closing: { heard: parts.heard } },
    });
    await app.work();
    expect(await listLetterEmails(id)).toHaveLength(3);
  });

  itOnPostgres("is sent exactly once by twenty clicks at once", async () => {
    const id = await createInvited();
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(id)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    await app.work();
    expect(await listLetterEmails(id)).toHaveLength(3);
  });

  it("leaves out people who declined, unsubscribed, have no address or were never emailed", async () => {
    const id = await createInvited({ people: ["ana", "ben", "cleo", "dora"] });
    const ana = await person(id, "ana");
    await app.circles.decline(ana.invite_token);
    await app.emails.optOut("ben@paraline.example", owner.user_id);
    await app.db.deleteFrom("emails").where("to_address", "=", "cleo@paraline.example").execute();
    expect((await read(id)).audience).toEqual({ recipients_count: 1, left_out_count: 3 });
    expect((await sent(id)).sent_count).toBe(1);
    await app.work();
    expect((await listLetterEmails(id)).map(({ to }) => to)).toEqual(["dora@paraline.example"]);
  });

  it("the letter of an anonymous paraline goes to the same people whether or not they have answered", async () => {
    const id = await createInvited({ is_anonymous: true });
    const before = (await read(id)).audience;
    await answer((await person(id, "ana")).invite_token);
    expect((await read(id)).audience).toEqual(before);
    expect((await sent(id)).sent_count).toBe(3);
    await app.work();
    expect(await listLetterEmails(id)).toHaveLength(3);
  });

  it("is not sent to a person who declines after it was requested", async () => {
    const id = await createInvited();
    await sent(id);
    const declined = await app.circles.decline((await person(id, "ana")).invite_token);
    expect(declined.status).toBe(200);
    await app.work();
    expect((await listLetterEmails(id)).map(({ to }) => to)).not.toContain("ana@paraline.example");
  });

  it("waits until ten minutes after the previous email, and counts towards the daily limit", async () => {
    const id = await create(owner);
    await app.work();
    await sent(id);
    await app.work();
    expect(await listLetterEmails(id)).toHaveLength(0);
    app.clock.advance({ minutes: 10 });
    await app.work();
    expect(await listLetterEmails(id)).toHaveLength(3);

    const people = Array.from({ length: 50 }, (_, index) => `p${index}`);
    for (let round = 0; round < 3; round++) await create(owner, { people, title: `${round}` });
    const full = await createInvited({
      people: people.slice(0, 40).map((name) => `q${name}`),
      title: "Full",
    });
    expect(await refusal(await send(full))).toMatchObject({ code: "invite_mails_exhausted" });
    expect((await read(full)).decision.closing.sent_on).toBeNull();
  });

  it("needs text and at least one recipient", async () => {
    const id = await create(owner);
    expect(await refusal(await send(id, { heard: " ", decided: "", thanks: "" }))).toMatchObject({
      code: "closing_letter_empty",
    });
    expect(await refusal(await send(id))).toMatchObject({ code: "closing_letter_nobody" });
  });
});
