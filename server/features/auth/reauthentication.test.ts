import { describe, expect, it, vi } from "vitest";
import { createLimiter } from "#server/http/rate-limits.ts";
import { type TestPerson, testPassword, useTestAuth } from "#server/testing/auth/auth.ts";
import { addApp } from "#server/testing/auth/authenticator-app.ts";
import { authLimitRules } from "./limits.ts";
import { requestReauthentication } from "./reauthentication.ts";

const auth = useTestAuth();

/** A session that began too long ago to change the password without the current one. */
const lateSession = async () => {
  const person = await auth.signUp();
  await auth.prove(person.user_id);
  auth.clock.advance({ minutes: 20 });
  return person;
};

const codeFor = async ({ client, email }: TestPerson) => {
  expect((await client.reauthenticate()).error).toBeNull();
  const mail = await auth.readEmail();
  expect(mail).toMatchObject({ to: email, subject: "Your code" });
  return mail.code;
};

const wrongFor = (code: string) => (code === "000000" ? "000001" : "000000");

describe("an emailed code", () => {
  it("sets a new password in place of the current one, once, and carries no link", async () => {
    const person = await lateSession();
    const { client, email } = person;
    const refused = await client.updateUser({ password: "another horse" });
    expect(refused.error?.code).toBe("current_password_required");
    await client.reauthenticate();
    const mail = await auth.readEmail();
    expect(mail.text).not.toContain("/verify");
    const changed = await client.updateUser({ password: "another horse", nonce: mail.code });
    expect(changed.error).toBeNull();
    expect((await auth.readEmail()).subject).toBe("Your password was changed");
    const again = await client.updateUser({ password: "a third horse", nonce: mail.code });
    expect(again.error).toMatchObject({
      status: 422,
      code: "reauthentication_not_valid",
      message: "Nonce has expired or is invalid",
    });
    await auth.signIn({ email, password: "another horse" });
  });

  it("gives a password to an account that has none", async () => {
    const person = await lateSession();
    await auth.change(person.user_id, { password_hash: null });
    const refused = await person.client.updateUser({ password: "another horse" });
    expect(refused.error).toMatchObject({
      status: 400,
      code: "reauthentication_needed",
      message: "Password update requires reauthentication",
    });
    const nonce = await codeFor(person);
    const changed = await person.client.updateUser({ password: "another horse", nonce });
    expect(changed.error).toBeNull();
    await auth.readEmails();
  });

  it("expires after 10 minutes, and when the next one is sent", async () => {
    const person = await lateSession();
    const first = await codeFor(person);
    const second = await codeFor(person);
    const use = async (nonce: string) =>
      (await person.client.updateUser({ password: "another horse", nonce })).error?.code;
    if (first !== second) expect(await use(first)).toBe("reauthentication_not_valid");
    auth.clock.advance({ minutes: 11 });
    expect(await use(second)).toBe("reauthentication_not_valid");
    const tokens = auth.db
      .selectFrom("auth.one_time_tokens")
      .where("user_id", "=", person.user_id)
      .where("code_hash", "is not", null)
      .select(["link_hash", "purpose"]);
    expect(await tokens.execute()).toEqual([{ link_hash: null, purpose: "reauthentication" }]);
  });

  it("is used up by five wrong ones", async () => {
    const person = await lateSession();
    const nonce = await codeFor(person);
    for (const _ of [1, 2, 3, 4, 5]) {
      await person.client.updateUser({ password: "another horse", nonce: wrongFor(nonce) });
    }
    const { error } = await person.client.updateUser({ password: "another horse", nonce });
    expect(error?.code).toBe("reauthentication_not_valid");
  });

  it("is valid only in the session that asked: another can neither use it, nor replace it, nor use it up", async () => {
    const person = await lateSession();
    const thief = await auth.signIn({ email: person.email });
    auth.clock.advance({ minutes: 20 });
    const nonce = await codeFor(person);
    for (const typed of [nonce, ...Array.from({ length: 5 }, () => wrongFor(nonce))]) {
      const { error } = await thief.updateUser({ password: "a thief's", nonce: typed });
      expect(error?.code).toBe("reauthentication_not_valid");
    }
    await thief.reauthenticate();
    await auth.readEmail();
    const changed = await person.client.updateUser({ password: "another horse", nonce });
    expect(changed.error).toBeNull();
    await auth.readEmails();
  });

  it("signs no one in, and confirms neither an address nor its change", async () => {
    const person = await lateSession();
    const token = await codeFor(person);
    const { email } = person;
    for (const type of ["email", "magiclink", "recovery", "signup", "email_change"] as const) {
      const { error } = await auth.createClient().verifyOtp({ email, token, type });
      expect(error?.code).toBe("otp_expired");
    }
    await auth.change(person.user_id, { email_proven_at: null });
    const moved = await person.client.updateUser({ email: `new-${email}`, nonce: token } as never);
    expect(moved.error?.code).toBe("current_password_required");
  });

  it("never replaces a second step, and no one who has not passed it is emailed one", async () => {
    const person = await lateSession();
    const early = await auth.signIn({ email: person.email });
    await addApp(auth.clock, early);
    await auth.readEmails();
    const weak = await auth.signIn({ email: person.email });
    expect((await weak.reauthenticate()).error).toMatchObject({
      status: 403,
      code: "insufficient_aal",
    });
    const changed = await weak.updateUser({ password: "another horse", nonce: "123456" });
    expect(changed.error).toMatchObject({ status: 401, code: "insufficient_aal" });
    expect(await auth.readEmails()).toEqual([]);
  });

  it("is emailed once a minute and three times a day to a session, and five times an hour to an account", async () => {
    // The rate limiter's library reads the machine's clock.
    vi.useFakeTimers({ toFake: ["Date"] });
    try {
      const { db, kind } = auth.database;
      const limiter = createLimiter(authLimitRules, { db, kind, enabled: true });
      const { accessToken, email } = await auth.signUp();
      const { sessions } = auth.deps;
      const first = await sessions.authenticate(`Bearer ${await accessToken()}`);
      const other = auth.createClient();
      const { data } = await other.signInWithPassword({ email, password: testPassword });
      const second = await sessions.authenticate(`Bearer ${data.session?.access_token}`);
      const caller = { address: "203.0.113.7", ip: "203.0.113.7", user_agent: null };
      const ask = (session = first) =>
        requestReauthentication({ ...auth.deps, limiter }, { session, caller });
      await ask();
      await expect(ask()).rejects.toMatchObject({ code: "over_email_send_rate_limit" });
      for (const session of [first, first, second, second]) {
        vi.advanceTimersByTime(61_000);
        await ask(session);
      }
      for (const session of [first, second]) {
        vi.advanceTimersByTime(61_000);
        await expect(ask(session)).rejects.toMatchObject({ code: "over_email_send_rate_limit" });
      }
      vi.advanceTimersByTime(60 * 60_000);
      await expect(ask()).rejects.toMatchObject({ code: "over_email_send_rate_limit" });
      await ask(second);
      await auth.readEmails();
    } finally {
      vi.useRealTimers();
    }
  });
});
