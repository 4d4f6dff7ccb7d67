import { decodeJwt } from "jose";
import { describe, expect, it, vi } from "vitest";
import { testPassword, useTestAuth } from "#server/testing/auth/auth.ts";
import { generateCode } from "#server/testing/auth/authenticator-app.ts";
import { seedIdentity } from "#server/testing/auth/seed-sign-in-methods.ts";
import { readRow } from "#server/testing/database/rows.ts";

const auth = useTestAuth({ fullHashingCost: true });

const countUsers = async (email: string) => {
  const users = auth.db.selectFrom("auth.users").where("email", "=", email).select("id");
  return (await users.execute()).length;
};

it("signs a new person in at once", async () => {
  const client = auth.createClient();
  const { data, error } = await client.signUp({
    email: "  Ana@Paraline.Example ",
    password: "secret",
    options: { data: { time_zone: "Europe/Lisbon", name: "Ana" } },
  });

  expect(error).toBeNull();
  expect(data.session).toMatchObject({ token_type: "bearer", expires_in: 3600 });
  expect(data.user).toMatchObject({
    email: "ana@paraline.example",
    aud: "authenticated",
    role: "authenticated",
    phone: "",
    user_metadata: { time_zone: "Europe/Lisbon", name: "Ana" },
    app_metadata: { provider: "email", providers: ["email"] },
    is_anonymous: false,
  });
  expect(data.user).not.toHaveProperty("factors");
  const { data: found } = await client.getUser();
  expect(found.user).toEqual(data.user);
});

it("stores the time zone in the profile, if it is one", async () => {
  const zones = ["Pacific/Kiritimati", "Middle/Earth"];
  const kept: (string | null | undefined)[] = [];
  for (const timeZone of zones) {
    const { data } = await auth.createClient().signUp({
      email: `${crypto.randomUUID()}@paraline.example`,
      password: "secret",
      options: { data: { time_zone: timeZone } },
    });
    const profile = await auth.db
      .selectFrom("profiles")
      .where("user_id", "=", data.user?.id ?? "")
      .select("time_zone")
      .executeTakeFirst();
    kept.push(profile?.time_zone);
  }
  expect(kept).toEqual(["Pacific/Kiritimati", null]);
});

it("puts into the access token what the contract names", async () => {
  const { user_id, email, accessToken } = await auth.signUp();
  const claims = decodeJwt(await accessToken());
  expect(claims).toMatchObject({
    iss: "http://localhost:3000/auth/v1",
    sub: user_id,
    aud: "authenticated",
    role: "authenticated",
    email,
    phone: "",
    aal: "aal1",
    is_anonymous: false,
    app_metadata: { provider: "email", providers: ["email"] },
    user_metadata: {},
  });
  expect(claims.amr).toEqual([{ method: "password", timestamp: claims.iat }]);
  expect(Number(claims.exp) - Number(claims.iat)).toBe(3600);
  expect(claims.session_id).toMatch(/^[0-9a-f-]{36}$/);
});

it("refuses a second sign-up with the same address, even with the right password", async () => {
  const { email, password } = await auth.signUp();
  const { data, error } = await auth
    .createClient()
    .signUp({ email: email.toUpperCase(), password });
  expect(error).toMatchObject({
    status: 422,
    code: "user_already_exists",
    message: "User already registered",
  });
  expect(data.session).toBeNull();
});

it("creates one account for two sign-ups at once", async () => {
  const email = "twice@paraline.example";
  const answers = await Promise.all(
    [1, 2, 3].map(() => auth.createClient().signUp({ email, password: "secret" })),
  );
  expect(answers.filter(({ data }) => data.session !== null)).toHaveLength(1);
  expect(answers.flatMap(({ error }) => error?.code ?? [])).toEqual([
    "user_already_exists",
    "user_already_exists",
  ]);
  expect(await countUsers(email)).toBe(1);
});

it("treats two spellings of one address as the same", async () => {
  await auth.signUp({ email: "e\u0301va@paraline.example" });
  const { error } = await auth.createClient().signUp({
    email: "\u00c9VA@paraline.example",
    password: "secret",
  });
  expect(error?.code).toBe("user_already_exists");
});

it("leaves no trace of where it was used from once it is deleted, nor of who typed wrong codes for it", async () => {
  const { email, user_id } = await auth.signUp();
  const from = { "User-Agent": "the owner's browser" };
  const password = "secret";
  await auth.send("POST", "/signup", { email, password }, undefined, from);
  await auth.send("POST", "/recover", { email }, undefined, from);
  const { code } = await auth.readEmail();
  const wrong = { type: "recovery", email, token: code === "000000" ? "000001" : "000000" };
  expect((await auth.send("POST", "/verify", wrong, undefined, from)).status).toBe(403);
  const entries = () =>
    auth.db
      .selectFrom("auth.audit_log")
      .where("user_agent", "=", "the owner's browser")
      .select(["user_id", "action"])
      .execute();
  expect(await entries()).toContainEqual({ user_id, action: "verification_attempted" });
  await auth.db.deleteFrom("auth.audit_log").where("user_id", "=", user_id).execute();
  expect(await entries()).toEqual([]);
});

it("never applies what a sign-up may not say about itself", async () => {
  const email = "role@paraline.example";
  const answer = await auth.send("POST", "/signup", {
    email,
    password: "secret",
    id: "00000000-0000-4000-8000-000000000000",
    role: "service_role",
    aud: "admin",
    app_metadata: { role: "admin" },
    email_confirmed_at: "2000-01-01T00:00:00Z",
    is_anonymous: true,
    gotrue_meta_security: {},
    code_challenge: null,
  });
  const { user } = answer.body;
  expect(user).toMatchObject({
    role: "authenticated",
    aud: "authenticated",
    app_metadata: { provider: "email", providers: ["email"] },
    is_anonymous: false,
  });
  expect(user.id).not.toBe("00000000-0000-4000-8000-000000000000");
  expect(user.email_confirmed_at).not.toContain("2000");
});

/** A sign-up with what is wrong with it, and the response if it is not 400 `validation_failed`. */
const refusedSignUps: [object, { status?: number; code?: string; message?: string }?][] = [
  [{ password: undefined }, { message: "Signup requires a valid password" }],
  [{ password: "" }],
  [
    { password: "12345" },
    { status: 422, code: "weak_password", message: "Password should be at least 6 characters." },
  ],
  [{ password: "x".repeat(257) }],
  [
    { email: undefined },
    {
      status: 422,
      code: "anonymous_provider_disabled",
      message: "Anonymous sign-ins are disabled",
    },
  ],
  [{ email: undefined, phone: "+351999" }, { code: "phone_provider_disabled" }],
  [{ email: "nobody" }, { message: "Unable to validate email address: invalid format" }],
  [{ email: 7 }],
  [{ password: ["secret"] }],
  [{ email: "a@b.example\u0000" }],
  [{ password: "sec\u0000ret" }],
  [{ email: `${"a".repeat(60)}@${"b.".repeat(100)}example` }],
  [{ data: { name: "\ud800" } }],
  [{ data: { "\u0000": 1 } }],
  [{ data: { a: { b: { c: { d: { e: { f: { g: { h: {} } } } } } } } } }],
  [{ data: { name: "x".repeat(16 * 1024) } }],
  [{ data: ["x"] }],
  [{ code_challenge: "x".repeat(43) }],
  [{ code_challenge: "x".repeat(42), code_challenge_method: "s256" }],
  [{ code_challenge: "x".repeat(43), code_challenge_method: "md5" }],
];

it.each(refusedSignUps)(
  "refuses the sign-up %j and stores nothing",
  async (wrong, { status = 400, code = "validation_failed", ...message } = {}) => {
    const body = { email: "a@b.example", password: "secret", ...wrong };
    const answer = await auth.send("POST", "/signup", body);
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ code, ...message });
    expect(await countUsers("a@b.example")).toBe(0);
  },
);

it("accepts passwords of exactly 6 and exactly 256 characters, and truncates none", async () => {
  for (const password of ["😀😀😀😀😀😀", "x".repeat(256)]) {
    const { email } = await auth.signUp({ password });
    const { data } = await auth.createClient().signInWithPassword({ email, password });
    expect(data.session).not.toBeNull();
  }
  const { error } = await auth.createClient().signUp({
    email: "five@paraline.example",
    password: "😀😀😀😀😀",
  });
  expect(error).toMatchObject({ code: "weak_password", reasons: ["length"] });
});

it("accepts a password in any Unicode composition", async () => {
  const { email } = await auth.signUp({ password: "caf\u00e9-caf\u00e9" });
  const { data } = await auth
    .createClient()
    .signInWithPassword({ email, password: "cafe\u0301-cafe\u0301" });
  expect(data.user?.email).toBe(email);
});

it("refuses unknown addresses and wrong passwords with the same message", async () => {
  const { email } = await auth.signUp();
  const attempts = [
    { email, password: "wrong password" },
    { email: "nobody@paraline.example", password: testPassword },
  ];
  for (const attempt of attempts) {
    const { error } = await auth.createClient().signInWithPassword(attempt);
    expect(error).toMatchObject({
      status: 400,
      code: "invalid_credentials",
      message: "Invalid login credentials",
    });
  }
});

it("reveals a ban only after the correct password", async () => {
  const { email, user_id, client, password } = await auth.signUp();
  await auth.suspend(user_id);

  const wrong = await auth.createClient().signInWithPassword({ email, password: "wrong one" });
  expect(wrong.error?.code).toBe("invalid_credentials");
  const right = await auth.createClient().signInWithPassword({ email, password });
  expect(right.error).toMatchObject({ status: 403, code: "user_banned" });
  expect((await client.getUser()).error).toMatchObject({ status: 403, code: "user_banned" });
  expect((await client.refreshSession()).error).toMatchObject({ status: 400, code: "user_banned" });

  auth.clock.advance({ minutes: 2 });
  await auth.signIn({ email, password });
});

it("says when a password is weaker than today's rule requires, and accepts it", async () => {
  const { email, user_id } = await auth.signUp({ password: "longer" });
  const { hash } = await import("@node-rs/argon2");
  const outdated = await hash("short", { memoryCost: 1024, timeCost: 1, parallelism: 1 });
  await auth.change(user_id, { password_hash: outdated });

  const { data, error } = await auth
    .createClient()
    .signInWithPassword({ email, password: "short" });
  expect(error).toBeNull();
  expect(data.weakPassword).toMatchObject({ reasons: ["length"] });
  const { password_hash } = await readRow(auth.db, "auth.users", { id: user_id });
  expect(password_hash).toContain("m=19456,t=2,p=1");
});

it("merges metadata key by key and removes what is set to null", async () => {
  const { client } = await auth.signUp();
  await client.updateUser({ data: { name: "Ana", place: { city: "Porto" } } });
  const { data } = await client.updateUser({ data: { name: null, age: 40 } });
  expect(data.user?.user_metadata).toEqual({ place: { city: "Porto" }, age: 40 });

  const large = await client.updateUser({
    data: { text: "x".repeat(16_300), more: "y".repeat(90) },
  });
  expect(large.error?.code).toBe("validation_failed");
});

it("changes the password, ends the other sessions and says so by email", async () => {
  const { client, email, password } = await auth.signUp();
  const elsewhere = await auth.signIn({ email, password });

  const { error } = await client.updateUser({ password: "a new password" });
  expect(error).toBeNull();
  expect((await client.getUser()).error).toBeNull();
  expect((await elsewhere.getUser()).error?.name).toBe("AuthSessionMissingError");
  expect((await elsewhere.signInWithPassword({ email, password })).error?.code).toBe(
    "invalid_credentials",
  );
  expect(
    (await elsewhere.signInWithPassword({ email, password: "a new password" })).error,
  ).toBeNull();
  expect(await auth.readEmail()).toMatchObject({ to: email, subject: "Your password was changed" });
});

it("refuses the same, a short and a wrongly confirmed password", async () => {
  const { client, password } = await auth.signUp();
  expect((await client.updateUser({ password })).error).toMatchObject({
    status: 422,
    code: "same_password",
    message: "New password should be different from the old password.",
  });
  expect((await client.updateUser({ password: "short" })).error?.code).toBe("weak_password");
  const wrong = await client.updateUser({
    password: "another one",
    current_password: "not this",
  });
  expect(wrong.error?.code).toBe("current_password_invalid");
  expect(
    (await client.updateUser({ password: "another one", current_password: password })).error,
  ).toBeNull();
});

describe("a password that is changed later than ten minutes after signing in", () => {
  const signUpAndWait = async () => {
    const person = await auth.signUp();
    auth.clock.advance({ minutes: 10 });
    return person;
  };
  const required = { status: 400, code: "current_password_required" };

  it("asks for the current one, and a refreshed session is no newer for that", async () => {
    const { client, password } = await signUpAndWait();
    await client.refreshSession();
    const change = (currentPassword?: string) =>
      client.updateUser({
        password: "another one",
        ...(currentPassword && { current_password: currentPassword }),
      });
    expect((await change()).error).toMatchObject(required);
    expect((await change("not this")).error).toMatchObject({
      status: 400,
      code: "current_password_invalid",
    });
    expect((await change(password)).error).toBeNull();
  });

  it("asks for the current one for a new address even if the old one stopped being proven during the request", async () => {
    const { client, email, user_id } = await auth.signUp();
    const { db } = auth;
    const ofUser = () => db.updateTable("auth.users").where("id", "=", user_id);
    await ofUser().set({ email_proven_at: auth.clock.now() }).execute();
    await auth.readEmails();
    const newEmail = `new-${email}`;
    await client.updateUser({ email: newEmail });
    const emails = await auth.readEmails();
    const emailTo = (address: string) => {
      const mail = emails.find(({ to }) => to === address);
      if (!mail) throw new Error("No email came.");
      return mail;
    };
    await auth.followLink(emailTo(email));
    auth.clock.advance({ minutes: 10 });
    // The new address is confirmed after the request has first read the account and before its transaction.
    const begin = db.transaction.bind(db);
    vi.spyOn(db, "transaction").mockImplementationOnce(() => {
      const builder = begin();
      const execute = builder.execute.bind(builder);
      builder.execute = async (work) => {
        await auth.followLink(emailTo(newEmail));
        return execute(work);
      };
      return builder;
    });
    const strangers = "stranger@paraline.example";
    expect((await client.updateUser({ email: strangers })).error).toMatchObject(required);
    const user = db.selectFrom("auth.users").where("id", "=", user_id);
    expect(await user.select(["email", "email_proven_at", "new_email"]).executeTakeFirst()).toEqual(
      { email: newEmail, email_proven_at: null, new_email: null },
    );
    expect((await auth.readEmails()).filter(({ to }) => to === strangers)).toEqual([]);
  });

  it("needs no password for a name, and the current one for an address while the old address is unproven", async () => {
    const { client, password, user_id } = await signUpAndWait();
    await auth.readEmails();
    expect((await client.updateUser({ data: { name: "Ana" } })).error).toBeNull();
    const change = (currentPassword?: string) =>
      client.updateUser({
        email: "later@paraline.example",
        ...(currentPassword && { current_password: currentPassword }),
      });
    expect((await change()).error).toMatchObject({
      ...required,
      message:
        "You signed in more than 10 minutes ago. Please enter your current password to change your email address.",
    });
    expect((await change("not this")).error?.code).toBe("current_password_invalid");
    expect(await auth.readEmails()).toEqual([]);
    expect((await change(password)).error).toBeNull();
    expect(await auth.readEmail()).toMatchObject({ to: "later@paraline.example" });
    const entries = await auth.listAudit(user_id, "user_reauthenticated");
    expect(entries.map(({ details }) => details)).toEqual([
      { accepted: false },
      { accepted: true },
    ]);
  });

  it("typed by itself or with a change makes nothing else possible: a stolen token may wait for it", async () => {
    const { client, password, accessToken } = await signUpAndWait();
    const waiting = await accessToken();
    const enrol = (extra = {}) =>
      auth.send("POST", "/factors", { factor_type: "totp", ...extra }, waiting);
    expect((await client.updateUser({ current_password: "not this" })).error?.code).toBe(
      "current_password_invalid",
    );
    expect((await client.updateUser({ current_password: password })).error).toBeNull();
    expect((await enrol()).body.code).toBe(required.code);
    for (const stolen of [{ password: "another one" }, { email: "soon@paraline.example" }]) {
      expect((await client.updateUser(stolen)).error).toMatchObject(required);
    }
    const email = "soon@paraline.example";
    expect((await client.updateUser({ email, current_password: password })).error).toBeNull();
    expect((await enrol()).body.code).toBe(required.code);

    const { body } = await enrol({ current_password: password });
    const { secret } = body.totp as { secret: string };
    const factorId = String(body.id);
    const code = generateCode(auth.clock, secret);
    expect((await client.mfa.challengeAndVerify({ factorId, code })).error).toBeNull();
    expect((await client.updateUser({ password: "another one" })).error).toMatchObject(required);
    await auth.readEmails();
  });

  it("a password that is replaced while it is being checked changes nothing", async () => {
    const { client, password, user_id, accessToken } = await signUpAndWait();
    const token = await accessToken();
    const { passwords } = auth.deps;
    const verify = passwords.verify.bind(passwords);
    const replaceWhileChecked = () =>
      vi.spyOn(passwords, "verify").mockImplementationOnce(async (hashed, typed) => {
        const isRight = await verify(hashed, typed);
        await auth.change(user_id, { password_hash: "another" });
        return isRight;
      });
    const { password_hash } = await readRow(auth.db, "auth.users", { id: user_id });
    replaceWhileChecked();
    const attempt = { email: "soon@paraline.example", current_password: password };
    expect((await client.updateUser(attempt)).error?.code).toBe("conflict");
    await auth.change(user_id, { password_hash });
    replaceWhileChecked();
    const factor = { factor_type: "totp", current_password: password };
    expect((await auth.send("POST", "/factors", factor, token)).body.code).toBe("conflict");
  });

  it("needs none just after a recovery, but does later", async () => {
    const { email } = await signUpAndWait();
    const client = await auth.recover({ email });
    expect((await client.updateUser({ password: "another one" })).error).toBeNull();
    auth.clock.advance({ minutes: 10 });
    expect((await client.updateUser({ password: "a third one" })).error).toMatchObject(required);
    await auth.readEmails();
  });

  it("says to sign in again where there is no current one", async () => {
    const { client, user_id } = await signUpAndWait();
    await auth.change(user_id, { password_hash: null });
    for (const attempt of [{ password: "another one" }, { email: "soon@paraline.example" }]) {
      expect((await client.updateUser(attempt)).error).toMatchObject({
        status: 400,
        code: "reauthentication_needed",
      });
    }
  });

  it("is changed once when two calls contain the same current one", async () => {
    const { client, password } = await signUpAndWait();
    const answers = await Promise.all(
      ["another one", "a third one"].map((wanted) =>
        client.updateUser({ password: wanted, current_password: password }),
      ),
    );
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
    await auth.readEmails();
  });
});

it("unlinks one of two sign-in methods, but no stranger's", async () => {
  const { client, user_id, email, accessToken } = await auth.signUp();
  const stranger = await auth.signUp();
  const id = await seedIdentity(auth.db, { user_id, now: auth.clock.now(), sub: "1234", email });

  const path = `/user/identities/${id}`;
  const foreign = await auth.send("DELETE", path, undefined, await stranger.accessToken());
  expect([foreign.status, foreign.body]).toMatchObject([422, { code: "identity_not_found" }]);
  const malformed = await auth.send("DELETE", "/user/identities/7", undefined, await accessToken());
  expect([malformed.status, malformed.body]).toMatchObject([404, { code: "validation_failed" }]);

  const own = await auth.send("DELETE", path, undefined, await accessToken());
  expect([own.status, own.body]).toEqual([200, {}]);
  expect((await client.getUserIdentities()).data?.identities).toHaveLength(1);
  expect(await auth.readEmail()).toMatchObject({ subject: "A way to sign in was removed" });
});

it("keeps an audit of who did what, without a secret in it", async () => {
  const { client, email, password, user_id } = await auth.signUp({ password: "Sehr-Geheim-1" });
  await client.signInWithPassword({ email, password });
  await client.resetPasswordForEmail(email);
  const { code, link } = await auth.readEmail();
  await client.verifyOtp({ email, token: code, type: "recovery" });
  await client.updateUser({ password: "Sehr-Geheim-2" });
  await client.signOut();

  const entries = await auth.listAudit(user_id);
  expect(entries.map(({ action }) => action)).toEqual([
    "user_signedup",
    "login",
    "login",
    "user_recovery_requested",
    "verification_attempted",
    "account_reset",
    "account_recovered",
    "login",
    "user_updated_password",
    "logout",
  ]);
  expect(entries[0]).toMatchObject({ ip: "203.0.113.7", created_at: auth.clock.now() });
  const text = JSON.stringify(entries);
  for (const secret of ["Sehr-Geheim", code, link.searchParams.get("token") ?? "", "eyJ"]) {
    expect(text).not.toContain(secret);
  }
});
