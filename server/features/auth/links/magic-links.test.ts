import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { inTransaction } from "#server/db/transactions.ts";
import { createTestBrowser, useTestAuth } from "#server/testing/auth/auth.ts";
import { addApp } from "#server/testing/auth/authenticator-app.ts";
import { itOnPostgres } from "#server/testing/database/db.ts";
import { readRows } from "#server/testing/database/rows.ts";

const auth = useTestAuth();

const address = () => `person-${randomUUID()}@paraline.example`;

const findAccount = (email: string) =>
  auth.db.selectFrom("auth.users").where("email", "=", email).selectAll().executeTakeFirst();

const provenPerson = async () => {
  const person = await auth.signUp();
  await auth.prove(person.user_id);
  return person;
};

const readClaims = (token: string | undefined) =>
  JSON.parse(Buffer.from(token?.split(".")[1] ?? "", "base64url").toString());

describe("a sign-in link", () => {
  it("signs in where it was asked for, and changes nothing else about the account", async () => {
    const { email, user_id } = await provenPerson();
    const before = await auth.readUser(user_id);
    const client = auth.createClient();
    const asked = await client.signInWithOtp({
      email,
      options: { emailRedirectTo: "http://localhost:3000/circles" },
    });
    expect(asked).toEqual({ data: { user: null, session: null }, error: null });
    const mail = await auth.readEmail();
    expect(mail).toMatchObject({ to: email, subject: "Your sign-in link" });
    expect(mail.link.searchParams.get("type")).toBe("magiclink");
    expect(mail.link.searchParams.get("token")).toMatch(/^pkce_/);

    const { to, query, fragment } = await auth.followLink(mail);
    expect([to.pathname, [...fragment]]).toEqual(["/circles", []]);
    const { data, error } = await client.exchangeCodeForSession(query.get("code") ?? "");
    expect(error).toBeNull();
    expect(data.user?.id).toBe(user_id);
    expect(readClaims(data.session?.access_token)).toMatchObject({
      aal: "aal1",
      amr: [{ method: "magiclink" }],
    });
    expect((await auth.readUser(user_id)).password_hash).toBe(before.password_hash);
    await auth.signIn({ email });
  });

  it("does nothing by being opened, and works once", async () => {
    const { email } = await provenPerson();
    const client = auth.createClient();
    await client.signInWithOtp({ email });
    const mail = await auth.readEmail();
    for (const _ of [1, 2, 3]) {
      const page = await auth.ask(`${mail.link.pathname}${mail.link.search}`);
      expect([page.status, page.headers.get("cache-control")]).toEqual([200, "no-store"]);
      expect(await page.text()).toContain(`Sign in as ${email}`);
    }
    const { query } = await auth.followLink(mail);
    await client.exchangeCodeForSession(query.get("code") ?? "");
    expect((await auth.followLink(mail)).fragment.get("error_code")).toBe("otp_expired");
    const again = await client.verifyOtp({ email, token: mail.code, type: "email" });
    expect(again.error?.code).toBe("otp_expired");
  });

  it("signs no one in from another browser, where the reader types the code instead", async () => {
    const { email, user_id } = await provenPerson();
    const strangers = auth.createClient();
    await strangers.signInWithOtp({ email });
    const mail = await auth.readEmail();
    const { query } = await auth.followLink(mail);
    const readers = auth.createClient();
    const { error } = await readers.exchangeCodeForSession(query.get("code") ?? "");
    expect(error?.name).toBe("AuthPKCECodeVerifierMissingError");
    const typed = await readers.verifyOtp({ email, token: mail.code, type: "email" });
    expect(typed.data.user?.id).toBe(user_id);
  });

  it("returns tokens if it was requested without PKCE", async () => {
    const { email, user_id } = await provenPerson();
    const options = { emailRedirectTo: "https://app.example/welcome" };
    await auth.createClient({ flowType: "implicit" }).signInWithOtp({ email, options });
    const { fragment } = await auth.followLink(await auth.readEmail());
    expect(fragment.get("type")).toBe("magiclink");
    expect(readClaims(fragment.get("access_token") ?? "")).toMatchObject({ sub: user_id });
  });

  it("is not in the email if our own pages would have to take tokens from it; the code works", async () => {
    const { email, user_id } = await provenPerson();
    const asker = auth.createClient();
    await asker.signInWithOtp({ email });
    const own = await auth.readEmail();
    await auth.send("POST", "/otp", { email });
    const mail = await auth.readEmail();
    expect(mail.subject).toBe("Your sign-in code");
    expect(mail.text).not.toContain("/verify");
    const { query } = await auth.followLink(own);
    expect(query.get("code")).toEqual(expect.any(String));
    const typed = await auth.createClient().verifyOtp({ email, token: mail.code, type: "email" });
    expect(typed.data.user?.id).toBe(user_id);
  });

  it("expires after an hour, and is not sent to a suspended account", async () => {
    const { email, user_id } = await provenPerson();
    const client = auth.createClient();
    await client.signInWithOtp({ email });
    const mail = await auth.readEmail();
    auth.clock.advance({ minutes: 61 });
    expect((await auth.followLink(mail)).fragment.get("error_code")).toBe("otp_expired");
    const late = await client.verifyOtp({ email, token: mail.code, type: "magiclink" });
    expect(late.error).toMatchObject({ status: 403, code: "otp_expired" });

    const bannedUntil = new Date(auth.clock.now().getTime() + 60 * 60 * 1000);
    await auth.change(user_id, { banned_until: bannedUntil });
    expect((await client.signInWithOtp({ email })).error).toBeNull();
    expect(await auth.readEmails()).toEqual([]);
  });

  it("asks for the second step afterwards", async () => {
    const person = await provenPerson();
    await addApp(auth.clock, person.client);
    await auth.readEmails();
    const client = auth.createClient();
    await client.signInWithOtp({ email: person.email });
    const mail = await auth.readEmail();
    await client.verifyOtp({ email: person.email, token: mail.code, type: "email" });
    const level = await client.mfa.getAuthenticatorAssuranceLevel();
    expect(level.data).toMatchObject({ currentLevel: "aal1", nextLevel: "aal2" });
    expect((await client.updateUser({ password: "another one" })).error?.code).toBe(
      "insufficient_aal",
    );
  });

  it("resets an account that was never proven, whoever made it", async () => {
    const stranger = await auth.signUp();
    const client = auth.createClient();
    await client.signInWithOtp({ email: stranger.email });
    const mail = await auth.readEmail();
    expect(mail.text).toContain("the password is removed");
    const page = await auth.ask(`${mail.link.pathname}${mail.link.search}`);
    expect(await page.text()).toContain("for the first time");
    const { query } = await auth.followLink(mail);
    expect((await auth.readUser(stranger.user_id)).email_proven_at).toBeNull();
    await client.exchangeCodeForSession(query.get("code") ?? "");
    expect(await auth.readUser(stranger.user_id)).toMatchObject({
      password_hash: null,
      email_proven_at: auth.clock.now(),
      reset_at: auth.clock.now(),
    });
    expect((await stranger.client.getUser()).error).not.toBeNull();
  });

  it("resets nothing if its code is typed in the account's own session, which goes on", async () => {
    const { email, client, user_id, accessToken } = await auth.signUp();
    await client.signInWithOtp({ email });
    const mail = await auth.readEmail();
    const { status, body } = await auth.send(
      "POST",
      "/verify",
      { type: "email", email, token: mail.code },
      await accessToken(),
    );
    expect(status).toBe(200);
    expect(readClaims(body.access_token).session_id).toBe(
      readClaims(await accessToken()).session_id,
    );
    expect(await auth.readUser(user_id)).toMatchObject({ email_proven_at: auth.clock.now() });
    expect((await auth.readUser(user_id)).password_hash).not.toBeNull();
  });
});

describe("the code of a sign-in link", () => {
  it.each(["email", "magiclink"] as const)("signs in as type %s", async (type) => {
    const { email, user_id } = await provenPerson();
    const client = auth.createClient();
    await client.signInWithOtp({ email });
    const { code } = await auth.readEmail();
    const { data, error } = await client.verifyOtp({ email, token: code, type });
    expect(error).toBeNull();
    expect(data.user?.id).toBe(user_id);
    expect(readClaims(data.session?.access_token).amr).toMatchObject([{ method: "otp" }]);
  });

  it("is not accepted for a recovery, nor the reverse", async () => {
    const { email } = await provenPerson();
    const client = auth.createClient();
    await client.signInWithOtp({ email });
    const { code } = await auth.readEmail();
    const asRecovery = await client.verifyOtp({ email, token: code, type: "recovery" });
    expect(asRecovery.error?.code).toBe("otp_expired");
    await client.resetPasswordForEmail(email);
    const recovery = await auth.readEmail();
    const asLink = await client.verifyOtp({ email, token: recovery.code, type: "magiclink" });
    expect(asLink.error?.code).toBe("otp_expired");
  });

  it("is used up by five wrong ones, and the link of the same email still works", async () => {
    const { email } = await provenPerson();
    const client = auth.createClient();
    await client.signInWithOtp({ email });
    const mail = await auth.readEmail();
    const wrong = mail.code === "000000" ? "000001" : "000000";
    for (const _ of [1, 2, 3, 4, 5]) {
      await auth.createClient().verifyOtp({ email, token: wrong, type: "email" });
    }
    const { error } = await client.verifyOtp({ email, token: mail.code, type: "email" });
    expect(error?.code).toBe("otp_expired");
    const { query } = await auth.followLink(mail);
    const exchanged = await client.exchangeCodeForSession(query.get("code") ?? "");
    expect(exchanged.error).toBeNull();
  });

  it("the code of a sign-in link of an earlier email ends with the next one, and neither is stored", async () => {
    const { email, user_id } = await provenPerson();
    const client = auth.createClient();
    await client.signInWithOtp({ email });
    const first = await auth.readEmail();
    await client.signInWithOtp({ email });
    const second = await auth.readEmail();
    const stored = await readRows(auth.db, "auth.one_time_tokens", { user_id });
    expect(JSON.stringify(stored)).not.toContain(second.code);
    expect(stored.filter(({ code_hash }) => code_hash !== null)).toHaveLength(1);
    if (first.code !== second.code) {
      const { error } = await client.verifyOtp({ email, token: first.code, type: "email" });
      expect(error?.code).toBe("otp_expired");
    }
    const { error } = await client.verifyOtp({ email, token: second.code, type: "email" });
    expect(error).toBeNull();
  });
});

describe("an address without an account", () => {
  it("gets one, proven and without a password, when its reader signs in, and not before", async () => {
    const email = address();
    const client = auth.createClient();
    await client.signInWithOtp({
      email,
      options: { data: { name: "Maya", time_zone: "Europe/Lisbon" } },
    });
    const mail = await auth.readEmail();
    expect(mail.text).toContain("creates one");
    const page = await auth.ask(`${mail.link.pathname}${mail.link.search}`);
    expect(await page.text()).toContain(`Create an account for ${email}`);
    const { query } = await auth.followLink(mail);
    expect(await findAccount(email)).toBeUndefined();

    const { data, error } = await client.exchangeCodeForSession(query.get("code") ?? "");
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      email,
      user_metadata: { name: "Maya", time_zone: "Europe/Lisbon" },
      identities: [{ provider: "email", identity_data: { email, email_verified: true } }],
    });
    expect(await findAccount(email)).toMatchObject({
      password_hash: null,
      email_proven_at: auth.clock.now(),
      email_confirmed_at: auth.clock.now(),
    });
    const profile = await auth.db
      .selectFrom("profiles")
      .where("user_id", "=", data.user?.id ?? "")
      .select("time_zone")
      .executeTakeFirst();
    expect(profile?.time_zone).toBe("Europe/Lisbon");
  });

  it("gets it by the code as well, without what the request put into it", async () => {
    const email = address();
    await auth.createClient().signInWithOtp({ email, options: { data: { name: "Rude" } } });
    const { code } = await auth.readEmail();
    const reader = auth.createClient();
    const { data } = await reader.verifyOtp({ email, token: code, type: "email" });
    expect(data.user).toMatchObject({ email, user_metadata: {} });
  });

  it("does not get one where that is not wanted, and the answer is the same", async () => {
    const { email: known } = await provenPerson();
    const ask = (email: string) =>
      auth.send("POST", "/otp", { email, create_user: false, data: {} });
    const unknown = address();
    const answers = [await ask(unknown), await ask(known)];
    const shown = answers.map(({ status, text, headers }) => [status, text, [...headers.keys()]]);
    expect(shown[0]).toEqual(shown[1]);
    expect(shown[0]?.slice(0, 2)).toEqual([200, "{}"]);
    expect((await auth.readEmails()).map(({ to }) => to)).toEqual([known]);
    expect(await findAccount(unknown)).toBeUndefined();
  });

  it("is free for anyone who signs up with it meanwhile, whose account the link then resets", async () => {
    const email = address();
    const owner = auth.createClient();
    await owner.signInWithOtp({ email });
    const { code } = await auth.readEmail();
    const stranger = await auth.signUp({ email });
    const { data, error } = await owner.verifyOtp({ email, token: code, type: "email" });
    expect(error).toBeNull();
    expect(data.user?.id).toBe(stranger.user_id);
    expect((await stranger.client.getUser()).error).not.toBeNull();
  });

  it("an address without an account that was emailed is forgotten after three days, where it got no account", async () => {
    const [unused, used] = [address(), address()];
    for (const email of [unused, used]) await auth.createClient().signInWithOtp({ email });
    const { code } = (await auth.readEmails()).find(({ to }) => to === used) ?? { code: "" };
    await auth.createClient().verifyOtp({ email: used, token: code, type: "email" });
    auth.clock.advance({ days: 4 });
    await inTransaction(auth.db, (tx) => auth.jobs.enqueue(tx, "clear_expired_auth", {}));
    await auth.readEmails();
    const kept = async (table: "emails" | "auth.flow_state", column: string) =>
      (
        await sql<{ at: string }>`select ${sql.ref(column)} as at from ${sql.table(table)}
          where ${sql.ref(column)} = ${unused}`.execute(auth.db)
      ).rows;
    expect(await kept("emails", "to_address")).toEqual([]);
    expect(await kept("auth.flow_state", "email")).toEqual([]);
  });

  itOnPostgres("gets one account from two links used at once (two connections)", async () => {
    const email = address();
    const clients = [auth.createClient(), auth.createClient()];
    const codes: string[] = [];
    for (const client of clients) {
      await client.signInWithOtp({ email });
      codes.push((await auth.followLink(await auth.readEmail())).query.get("code") ?? "");
    }
    const answers = await Promise.all(
      clients.map((client, index) => client.exchangeCodeForSession(codes[index] ?? "")),
    );
    expect(answers.some(({ error }) => error === null)).toBe(true);
    for (const { error } of answers) expect(error?.status ?? 404).toBe(404);
    const accounts = await readRows(auth.db, "auth.users", { email }, ["id"]);
    expect(accounts).toHaveLength(1);
  });

  it("gets none from a browser that is signed in to another account", async () => {
    const browser = createTestBrowser();
    const person = await auth.signUp();
    const email = address();
    await auth.createClient({ browser }).signInWithOtp({ email });
    const { code } = await auth.readEmail();
    const { status, body } = await auth.send(
      "POST",
      "/verify",
      { type: "email", email, token: code },
      await person.accessToken(),
    );
    expect([status, body.code]).toEqual([409, "conflict"]);
    expect(await findAccount(email)).toBeUndefined();
  });
});
