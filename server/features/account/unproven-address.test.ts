import { sql } from "kysely";
import { expect, it } from "vitest";
import { emailKey } from "#server/features/auth/limits.ts";
import { useTestApp } from "#server/testing/app.ts";
import { resetAccount } from "#server/testing/auth/reset-account.ts";
import { changeRows } from "#server/testing/database/rows.ts";
import { useMachineClock } from "#server/testing/machine-clock.ts";
import type { TestOwner } from "#server/testing/owners.ts";

const app = useTestApp({
  config: { onLoopback: false },
  environment: { RATE_LIMITS: "on" },
});

useMachineClock(app.clock);

it("deleting an account with somebody else's address keeps that person's opt-outs", async () => {
  const victim = "victim@paraline.example";
  await app.emails.optOut(victim);
  const owner = await app.createOwner({ email: victim, proven: false });
  const erased = await app.as(owner, "DELETE", "/api/account", { email: victim });
  expect(await erased.json()).toEqual({ status: "deleted" });
  const kept = app.db.selectFrom("mail_opt_outs").where("email", "=", victim).select("id");
  expect(await kept.execute()).toHaveLength(1);
});

it("deleting an account with somebody else's address does not withdraw the private link that this person asked for", async () => {
  const creator = await app.createOwner();
  const circleId = await app.circles.create(creator, { people: ["vera"] });
  const email = "vera@paraline.example";
  await app.post(`/api/share-link/${circleId}/private-link`, { email });
  const requests = () =>
    app.db.selectFrom("link_requests").where("email", "=", email).select("id").execute();
  expect(await requests()).toHaveLength(1);
  const squatter = await app.createOwner({ email, proven: false });
  expect((await app.as(squatter, "DELETE", "/api/account", { email })).status).toBe(200);
  expect(await requests()).toHaveLength(1);
});

it("deleting the account and signing up again in between does not withhold a recovery email from the owner of the address", async () => {
  const email = `vera-${crypto.randomUUID()}@paraline.example`;
  const squatter = await app.createOwner({ email, proven: false });
  expect((await app.as(squatter, "DELETE", "/api/account", { email })).status).toBe(200);
  await app.post("/auth/v1/recover", { email });
  await app.createOwner({ email, proven: false });
  await app.post("/auth/v1/recover", { email });
  await app.work();
  expect(await app.emails.subjectsTo(email)).toContain("Reset your password");
});

it("an account that a stranger moves to somebody's address does not use up the limit of recovery emails there", async () => {
  const email = `vera-${crypto.randomUUID()}@paraline.example`;
  const stranger = await app.createOwner();
  await app.post("/auth/v1/recover", { email: stranger.email });
  await app.db
    .updateTable("auth.users")
    .set({ email, email_proven_at: null })
    .where("id", "=", stranger.user_id)
    .execute();
  await app.post("/auth/v1/recover", { email });
  await app.work();
  expect(await app.emails.subjectsTo(email)).toContain("Reset your password");
});

it("the counts for an address that an account never proved survive the account's deletion", async () => {
  const owner = await app.createOwner({ proven: false });
  const newEmail = `waiting-${crypto.randomUUID()}@paraline.example`;
  expect((await app.as(owner, "PUT", "/auth/v1/user", { email: newEmail })).status).toBe(200);
  const kept = [owner.email, newEmail].flatMap((email) => {
    const key = emailKey(app.deps.secrets, email);
    return [`auth_passwords:failure ${key}`, `auth_messages_an_hour:email change to ${key}`];
  });
  const forgotten = `auth_messages_an_hour:email change of ${owner.user_id}`;
  for (const key of [...kept, forgotten]) {
    await sql`insert into rate_limits (key, points) values (${key}, 1)
      on conflict do nothing`.execute(app.db);
  }
  expect((await app.as(owner, "DELETE", "/api/account", { email: owner.email })).status).toBe(200);
  const { rows } = await sql<{ key: string }>`
    select key from rate_limits where key = any(${[...kept, forgotten]}::text[])`.execute(app.db);
  expect(rows.map(({ key }) => key).sort()).toEqual([...kept].sort());
});

it("signing up with a stranger's address again after deleting the account sends the stranger no more emails", async () => {
  const email = `stranger-${crypto.randomUUID()}@paraline.example`;
  const password = "correct horse";
  const signUp = async () => {
    const response = await app.post("/auth/v1/signup", { email, password });
    const { access_token, user } = (await response.json()) as SignedUp;
    const owner = { user_id: user.id, email, access_token };
    const again = await app.as(owner, "POST", "/auth/v1/resend", { type: "signup", email });
    expect(again.status).toBe(200);
    await app.post("/auth/v1/otp", { email });
    for (let times = 0; times < 5; times += 1) {
      const answer = await app.post("/auth/v1/token?grant_type=password", { email, password });
      const session = (await answer.json()) as SignedUp;
      const { access_token: token } = session;
      await app.as({ ...owner, access_token: token }, "GET", "/auth/v1/reauthenticate");
    }
    await app.work();
    return { shape: Object.keys(user), owner };
  };
  // Deleting an account also removes the outbox's copies of its emails.
  const sent = async () => (await app.emails.to(email)).length;
  const first = await signUp();
  // These are the email of the sign-up, the email that the account asked for itself, a sign-in link, and five codes for a
  // new password.
  expect(await sent()).toBe(8);
  await expireEmailed(first.owner.user_id);
  const erased = await app.as(first.owner, "DELETE", "/api/account", { email, password });
  expect(erased.status).toBe(200);
  const second = await signUp();
  expect(await sent()).toBe(0);
  expect(second.shape).toEqual(first.shape);
});

it("invitations that waited for an unproven address go only when its owner sends them, by links that were not shown before", async () => {
  const creator = await app.createOwner({ proven: false });
  const id = await app.circles.create(creator, { people: ["ana"] });
  const emailsTo = async (address: string) =>
    (await app.emails.all()).filter(({ to }) => to === address);
  const [ana] = await app.circles.people(creator, id);
  expect(ana?.delivery).toBe("waiting");
  const { invite_token } = await app.circles.person(id, "ana");

  await app.post("/auth/v1/recover", { email: creator.email });
  await app.work();
  const [mail] = await emailsTo(creator.email);
  const token = mail?.text.match(/\b\d{6}\b/)?.[0];
  const proof = { type: "recovery", email: creator.email, token };
  const recovered = await app.post("/auth/v1/verify", proof);
  const session = (await recovered.json()) as { access_token: string };
  const owner = { ...creator, access_token: session.access_token };
  await app.work();

  expect((await app.as(creator, "GET", "/api/circles")).status).toBe(403);
  expect(await emailsTo("ana@paraline.example")).toEqual([]);
  expect((await app.circles.people(owner, id))[0]?.delivery).toBe("none");
  await app.as(owner, "POST", `/api/circles/${id}/invites/send`);
  await app.work();
  const [invitation] = await emailsTo("ana@paraline.example");
  expect(invitation?.text).toContain("/invite?token=");
  expect(invitation?.text).not.toContain(invite_token);
});

const expireEmailed = async (userId: string) => {
  await sql`update auth.one_time_tokens set expires_at = ${app.clock.now()}
    where user_id = ${userId}`.execute(app.db);
};

type SignedUp = { access_token: string; user: { id: string } };

const recoveryEmailTo = async (email: string) =>
  (await app.emails.to(email)).find(({ subject }) => subject === "Reset your password");
const erase = async (owner: TestOwner) => {
  const erased = await app.as(owner, "DELETE", "/api/account", { email: owner.email });
  const { code } = (await erased.json()) as { code?: string };
  return [erased.status, code];
};
const refused = [409, "account_recovery_pending"];

it("an account with somebody else's address is not erased while that person can recover it, so signing up again can't end their link", async () => {
  const squatter = await app.createOwner({ proven: false });
  const { email } = squatter;
  await app.post("/auth/v1/recover", { email });
  expect(await erase(squatter)).toEqual(refused);
  await app.work();
  expect(await erase(squatter)).toEqual(refused);
  const mail = await recoveryEmailTo(email);
  const token = mail?.text.match(/\b\d{6}\b/)?.[0];
  const recovered = await app.post("/auth/v1/verify", { type: "recovery", email, token });
  expect(recovered.status).toBe(200);
});

it("an account with somebody else's address is not erased while that person can sign in by email, also if they asked before the account was there", async () => {
  const email = `vera-${crypto.randomUUID()}@paraline.example`;
  await app.post("/auth/v1/otp", { email });
  const early = await app.createOwner({ email, proven: false });
  expect(await erase(early)).toEqual(refused);
  await app.work();
  expect(await erase(early)).toEqual(refused);
  const squatter = await app.createOwner({ proven: false });
  await app.post("/auth/v1/otp", { email: squatter.email });
  expect(await erase(squatter)).toEqual(refused);
  await app.work();
  expect(await erase(squatter)).toEqual(refused);
  for (const address of [email, squatter.email]) {
    const [mail] = await app.emails.to(address);
    const token = mail?.text.match(/\b\d{6}\b/)?.[0];
    const typed = await app.post("/auth/v1/verify", { type: "email", email: address, token });
    expect(typed.status).toBe(200);
  }
});

it("what was asked for an address before it had an account stays when an account that never proved it is erased", async () => {
  const email = `vera-${crypto.randomUUID()}@paraline.example`;
  await app.post("/auth/v1/otp", { email });
  await app.work();
  await sql`update auth.one_time_tokens set expires_at = ${app.clock.now()}
    where relates_to = ${email}`.execute(app.db);
  const squatter = await app.createOwner({ email, proven: false });
  expect(await erase(squatter)).toEqual([200, undefined]);
  const kept = app.db.selectFrom("auth.flow_state").where("email", "=", email).select("id");
  expect(await kept.execute()).toHaveLength(1);
});

it("an account with somebody else's address is erased once that person's link has expired, and a proven account at any time", async () => {
  const unproven = await app.createOwner({ proven: false });
  const proven = await app.createOwner();
  for (const { email } of [unproven, proven]) {
    await app.post("/auth/v1/recover", { email });
    await app.work();
    expect(await recoveryEmailTo(email)).toBeDefined();
  }
  expect(await erase(unproven)).toEqual(refused);
  expect(await erase(proven)).toEqual([200, undefined]);
  await expireEmailed(unproven.user_id);
  expect(await erase(unproven)).toEqual([200, undefined]);
});

it("an answer that is sent again after the account was reset is not acknowledged in its new owner's name", async () => {
  const squatter = await app.createOwner({ proven: false });
  const id = await app.circles.create(squatter, { people: ["ana"] });
  const { invite_token } = await app.circles.person(id, "ana");
  const reflections = {
    submission_key: crypto.randomUUID(),
    answers: { "1": "A corner that smells of bread." },
    use_in_insights: true,
  };
  const submit = () => app.post("/api/feedback", reflections, { "X-Invite-Token": invite_token });
  expect((await submit()).status).toBe(201);
  expect((await submit()).status).toBe(201);

  await resetAccount(app, squatter.user_id);
  await changeRows(app.db, "profiles", { user_id: squatter.user_id }, { full_name: "Vera Lind" });
  const again = await submit();
  expect(again.status).toBe(404);
  expect(await again.text()).not.toContain("Vera Lind");
});
