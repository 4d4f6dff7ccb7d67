import { decodeJwt } from "jose";
import { describe, expect, it } from "vitest";
import { inTransaction } from "#server/db/transactions.ts";
import { createSecrets } from "#server/system/secrets.ts";
import { type TestAuthClient, useTestAuth } from "#server/testing/auth/auth.ts";
import { enrolApp, generateCode } from "#server/testing/auth/authenticator-app.ts";
import { itOnPostgres } from "#server/testing/database/db.ts";
import { readRow, readRows } from "#server/testing/database/rows.ts";
import { testAppSecret, testSecrets } from "#server/testing/secrets.ts";
import { lockRecoveryCodeKeys } from "./queries.ts";
import { hashCode, setKeyContext } from "./recovery-codes.ts";
import { reencryptSecondSteps } from "./reencrypt-second-steps.ts";
import { removeAllFactors } from "./remove-all-factors.ts";

const auth = useTestAuth();

const addApp = async (client: TestAuthClient, friendlyName = "Phone") => {
  const { factorId, secret } = await enrolApp(client, friendlyName);
  const pass = async (client: TestAuthClient) => {
    auth.clock.advance({ seconds: 60 });
    return (
      await client.mfa.challengeAndVerify({ factorId, code: generateCode(auth.clock, secret) })
    ).error;
  };
  if (await pass(client)) throw new Error("the app did not work");
  return { factorId, pass };
};

const make = async (client: TestAuthClient) => {
  const { data, error } = await client.mfa.recoveryCodes.generate();
  if (error) throw error;
  return data.codes;
};

/** Someone with an authenticator app and recovery codes, whose emails so far are read. */
const signUpWithCodes = async () => {
  const person = await auth.signUp();
  const app = await addApp(person.client);
  const [first = "", ...others] = await make(person.client);
  await auth.readEmails();
  const signIn = () => auth.signIn(person);
  return { ...person, ...app, first, others, codes: [first, ...others], signIn };
};

const use = async (client: TestAuthClient, code: string) =>
  (await client.mfa.recoveryCodes.verify({ code })).error;
const remaining = async (client: TestAuthClient) =>
  (await client.mfa.recoveryCodes.getStatus()).data?.remaining;
const readLevel = async (client: TestAuthClient) =>
  decodeJwt((await client.getSession()).data.session?.access_token ?? "").aal;

const wrong = { status: 422, code: "mfa_verification_failed" };
const none = { status: 404, code: "mfa_factor_not_found" };

describe("recovery codes", () => {
  it("are ten, different, shown once, and reported by email", async () => {
    const { client, email } = await auth.signUp();
    await addApp(client);
    expect((await client.mfa.recoveryCodes.getStatus()).error).toMatchObject(none);
    await auth.readEmails();
    const { data, error } = await client.mfa.recoveryCodes.generate({ friendlyName: "Drawer" });
    expect(error).toBeNull();
    expect(data).toMatchObject({ type: "recovery_code", friendly_name: "Drawer", total: 10 });
    const codes = data?.codes ?? [];
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{16}$/);
    expect(await auth.readEmail()).toMatchObject({
      to: email,
      subject: "Recovery codes were made",
    });
    const status = await client.mfa.recoveryCodes.getStatus();
    expect(status.data).toEqual({ id: data?.id, type: "recovery_code", total: 10, remaining: 10 });
    const listed = await client.mfa.listFactors();
    expect(listed.data?.recovery_code).toMatchObject([
      { id: data?.id, friendly_name: "Drawer", status: "verified" },
    ]);
    expect(listed.data?.totp).toHaveLength(1);
    expect(JSON.stringify([status, listed])).not.toContain(codes[0]);
  });

  it("exist once, only beside a verified second step, and under a name of their own", async () => {
    const { client } = await auth.signUp();
    const alone = await client.mfa.recoveryCodes.generate();
    expect(alone.error).toMatchObject({ status: 422, code: "mfa_recovery_codes_sole_factor" });
    await client.mfa.enroll({ factorType: "totp", friendlyName: "Unfinished" });
    const unfinished = await client.mfa.recoveryCodes.generate();
    expect(unfinished.error).toMatchObject({ code: "mfa_recovery_codes_sole_factor" });
    await addApp(client);
    const named = await client.mfa.recoveryCodes.generate({ friendlyName: "Phone" });
    expect(named.error).toMatchObject({ status: 422, code: "mfa_factor_name_conflict" });
    await make(client);
    const again = await client.mfa.recoveryCodes.generate();
    expect(again.error).toMatchObject({ status: 422, code: "mfa_verified_factor_exists" });
  });

  it("raise a session like the second step, in whatever way they are typed, and an email tells the owner how many are left", async () => {
    const { email, first, others, signIn } = await signUpWithCodes();
    const client = await signIn();
    const other = await signIn();
    const before = (await client.getSession()).data.session;
    const typed = ` ${first.toUpperCase().replace(/(.{4})(?=.)/g, "$1-")} `;
    const { data, error } = await client.mfa.recoveryCodes.verify({ code: typed });
    expect(error).toBeNull();
    const claims = decodeJwt(data?.access_token ?? "");
    expect(claims).toMatchObject({
      session_id: decodeJwt(before?.access_token ?? "").session_id,
      aal: "aal2",
      amr: [{ method: "mfa/recovery_code" }, { method: "password" }],
    });
    expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: "aal2",
    });
    // An earlier refresh token cannot be exchanged for tokens of the raised level.
    const old = await auth.send("POST", "/token?grant_type=refresh_token", {
      refresh_token: before?.refresh_token,
    });
    expect(old.body.code).toBe("refresh_token_already_used");
    expect((await other.getUser()).error?.name).toBe("AuthSessionMissingError");
    expect(await auth.readEmail()).toMatchObject({
      to: email,
      subject: "A recovery code was used",
      text: expect.stringContaining("9 are left."),
    });
    expect(await remaining(client)).toBe(9);
    for (const code of others) expect(await use(await signIn(), code)).toBeNull();
    const texts = (await auth.readEmails()).map(({ text }) => text);
    expect(texts.at(-2)).toContain("1 is left.");
    expect(texts.at(-1)).toContain("None is left, so make new ones in Settings.");
  });

  it("can be typed with an O for a zero and an l for a one", async () => {
    const { db, secrets } = auth.deps;
    const { client, user_id, signIn } = await signUpWithCodes();
    const set = await readRow(db, "auth.recovery_code_sets", { user_id });
    const key = secrets.decrypt(set.key_encrypted, setKeyContext(set.id));
    await db
      .insertInto("auth.recovery_codes")
      .values({ set_id: set.id, code_hash: hashCode(key, "0000111122223333") })
      .execute();
    expect(await remaining(client)).toBe(11);
    expect(await use(await signIn(), "OO00 lIi1 2222–3333")).toBeNull();
  });

  it("work once each", async () => {
    const { first, signIn } = await signUpWithCodes();
    const client = await signIn();
    expect(await use(client, first)).toBeNull();
    expect(await use(await signIn(), first)).toMatchObject({
      ...wrong,
      message: "Invalid recovery code entered",
    });
  });

  itOnPostgres("work once each, also when they are typed twice at once", async () => {
    const { first, codes, signIn } = await signUpWithCodes();
    const clients = await Promise.all([signIn(), signIn(), signIn()]);
    const tokens = await Promise.all(
      clients.map(async (client) => (await client.getSession()).data.session?.access_token),
    );
    const answers = await Promise.all(
      tokens.map((token) =>
        auth.send("POST", "/factors/recovery-codes/verify", { code: first }, token),
      ),
    );
    // The other sessions were ended by the one that passed, or found the code used.
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await remaining(await signIn())).toBe(codes.length - 1);
  });

  it.each(["", "k4m9x7qp2ab8ht3z", "123456", "🙂", "x".repeat(64)])("refuse %j", async (code) => {
    const { signIn } = await signUpWithCodes();
    const client = await signIn();
    expect(await use(client, code)).toMatchObject(wrong);
    expect(await readLevel(client)).toBe("aal1");
  });

  it("recovery codes of another account are wrong, and an account without codes has none", async () => {
    const one = await signUpWithCodes();
    const other = await signUpWithCodes();
    expect(await use(await one.signIn(), other.first)).toMatchObject(wrong);
    const { client } = await auth.signUp();
    expect(await use(client, other.first)).toMatchObject(none);
    expect((await client.mfa.recoveryCodes.regenerate()).error).toMatchObject(none);
    expect((await client.mfa.recoveryCodes.unenroll()).error).toMatchObject(none);
  });

  it("are replaced by new ones, which keep their id and name", async () => {
    const { client, codes, first, email, signIn } = await signUpWithCodes();
    const before = (await client.mfa.recoveryCodes.getStatus()).data;
    await use(await signIn(), first);
    await auth.readEmails();
    const { data } = await client.mfa.recoveryCodes.regenerate();
    expect(data).toMatchObject({ id: before?.id, friendly_name: "Recovery codes", total: 10 });
    expect(await remaining(client)).toBe(10);
    expect(await auth.readEmail()).toMatchObject({
      to: email,
      subject: "Recovery codes were made",
    });
    expect(await use(await signIn(), codes[1] ?? "")).toMatchObject(wrong);
    expect(await use(await signIn(), data?.codes[1] ?? "")).toBeNull();
  });

  it("can be deleted; sessions that one of them raised fall back, others do not", async () => {
    const { client, email, first, signIn } = await signUpWithCodes();
    const raised = await signIn();
    await use(raised, first);
    await auth.readEmails();
    const { data, error } = await client.mfa.recoveryCodes.unenroll();
    expect(error).toBeNull();
    expect(data?.id).toMatch(/^[0-9a-f-]{36}$/);
    expect((await client.mfa.recoveryCodes.getStatus()).error).toMatchObject(none);
    expect(await auth.readEmail()).toMatchObject({
      to: email,
      subject: "Your recovery codes were deleted",
    });
    await raised.refreshSession();
    await client.refreshSession();
    expect(await readLevel(raised)).toBe("aal1");
    expect(await readLevel(client)).toBe("aal2");
    const { session } = (await raised.getSession()).data;
    expect(decodeJwt(session?.access_token ?? "").amr).toMatchObject([{ method: "password" }]);
  });

  it("recovery codes that are replaced lower the sessions that they raised, except the one that makes new ones", async () => {
    const { first, others, signIn, pass } = await signUpWithCodes();
    const owner = await signIn();
    expect(await use(owner, first)).toBeNull();
    const stolen = await signIn();
    expect(await use(stolen, others[0] ?? "")).toBeNull();
    const passed = await signIn();
    expect(await pass(passed)).toBeNull();
    expect((await owner.mfa.recoveryCodes.regenerate()).error).toBeNull();
    for (const client of [stolen, passed, owner]) await client.refreshSession();
    expect(await readLevel(stolen)).toBe("aal1");
    expect(await readLevel(passed)).toBe("aal2");
    expect(await readLevel(owner)).toBe("aal2");
    await auth.readEmails();
  });

  it("leave a session that has passed the second step to that step", async () => {
    const { client, factorId, first, signIn, pass } = await signUpWithCodes();
    const other = await signIn();
    expect(await pass(other)).toBeNull();
    expect(await use(other, first)).toBeNull();
    const { factorId: second } = await addApp(client, "Tablet");
    expect(second).not.toBe(factorId);
    await client.mfa.unenroll({ factorId });
    await other.refreshSession();
    expect(await readLevel(other)).toBe("aal1");
    await auth.readEmails();
  });

  it("go with the last second step, not with one of two", async () => {
    const { client, factorId, first, signIn } = await signUpWithCodes();
    const raised = await signIn();
    await use(raised, first);
    const { factorId: second, pass } = await addApp(client, "Tablet");
    await client.mfa.unenroll({ factorId });
    expect(await pass(client)).toBeNull();
    expect(await remaining(client)).toBe(9);
    await client.mfa.unenroll({ factorId: second });
    expect((await client.mfa.recoveryCodes.getStatus()).error).toMatchObject(none);
    expect((await client.getUser()).data.user?.factors).toBeUndefined();
    // The session does not stay raised once the last step is gone: a new step is asked of every session.
    await raised.refreshSession();
    expect(await readLevel(raised)).toBe("aal1");
    await addApp(client, "New");
    expect((await raised.getUser()).error?.name).toBe("AuthSessionMissingError");
  });

  it("do not count as a second step by themselves", async () => {
    const { client, factorId, first } = await signUpWithCodes();
    await auth.db.deleteFrom("auth.mfa_factors").where("id", "=", factorId).execute();
    const token = (await client.getSession()).data.session?.access_token;
    const session = await auth.deps.sessions.authenticate(`Bearer ${token}`);
    expect(session.has_verified_factor).toBe(false);
    expect((await client.getUser()).data.user?.factors).toBeUndefined();
    expect(await use(client, first)).toMatchObject(none);
  });

  it("go when the operator removes the second steps", async () => {
    const { email, user_id } = await signUpWithCodes();
    await removeAllFactors(auth.deps, { email, canRecover: true });
    const sets = auth.db.selectFrom("auth.recovery_code_sets").where("user_id", "=", user_id);
    expect(await sets.selectAll().execute()).toEqual([]);
    await auth.readEmails();
  });

  it("let a recovery take effect", async () => {
    const { email, user_id, client: stranger, first } = await signUpWithCodes();
    await auth.prove(user_id);
    const owner = await auth.recover({ email });
    expect((await stranger.getUser()).error).toBeNull();
    expect(await use(owner, first)).toBeNull();
    expect((await stranger.getUser()).error?.name).toBe("AuthSessionMissingError");
    expect((await owner.updateUser({ password: "a new password" })).error).toBeNull();
  });
});

describe("making, replacing and deleting recovery codes", () => {
  const calls = [
    ["POST", "/factors/recovery-codes"],
    ["POST", "/factors/recovery-codes/regenerate"],
    ["DELETE", "/factors/recovery-codes"],
  ] as const;

  it.each(calls)("%s %s needs the second step", async (method, path) => {
    const { signIn } = await signUpWithCodes();
    const client = await signIn();
    const token = (await client.getSession()).data.session?.access_token;
    for (const body of [undefined, { current_password: "correct horse" }]) {
      const answer = await auth.send(method, path, body, token);
      expect([answer.status, answer.body.code]).toEqual([403, "insufficient_aal"]);
    }
    expect(await remaining(client)).toBe(10);
  });

  it.each(calls)(
    "%s %s needs a sign-in of the last ten minutes, or the current password in the call itself",
    async (method, path) => {
      const { client, accessToken, password } = await signUpWithCodes();
      if (path === "/factors/recovery-codes" && method === "POST") {
        await client.mfa.recoveryCodes.unenroll();
      }
      auth.clock.advance({ minutes: 10 });
      await client.refreshSession();
      const call = async (body?: unknown) => {
        const answer = await auth.send(method, path, body, await accessToken());
        return [answer.status, answer.body.code];
      };
      expect(await call()).toEqual([400, "current_password_required"]);
      expect(await call({ current_password: "wrong horse" })).toEqual([
        400,
        "current_password_invalid",
      ]);
      expect((await call({ current_password: password }))[0]).toBe(200);
      await auth.readEmails();
    },
  );

  it("needs someone who is signed in", async () => {
    const paths = [
      ["GET", "/factors/recovery-codes"],
      ["POST", "/factors/recovery-codes/verify"],
      ...calls,
    ] as const;
    for (const [method, path] of paths) {
      const answer = await auth.send(method, path, method === "GET" ? undefined : {});
      expect([answer.status, answer.body.code]).toEqual([401, "no_authorization"]);
    }
    const wrongMethod = await auth.send("PUT", "/factors/recovery-codes", {});
    expect(wrongMethod.status).toBe(405);
  });

  itOnPostgres("makes one set when it is asked for twice at once", async () => {
    const { client, accessToken } = await auth.signUp();
    await addApp(client);
    const token = await accessToken();
    const answers = await Promise.all(
      [1, 2, 3].map(() => auth.send("POST", "/factors/recovery-codes", undefined, token)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422]);
    await auth.readEmails();
  });

  it("is noted in the audit log, with no code", async () => {
    const { client, user_id, first, signIn } = await signUpWithCodes();
    await use(await signIn(), "k4m9x7qp2ab8ht3z");
    await use(await signIn(), first);
    await client.mfa.recoveryCodes.regenerate();
    await client.mfa.recoveryCodes.unenroll();
    const entries = await auth.listAudit(user_id);
    const aboutCodes = entries.filter(
      ({ action, details }) => action.includes("recovery_codes") || details.method !== undefined,
    );
    expect(aboutCodes.filter(({ action }) => action !== "login")).toMatchObject([
      { action: "generate_recovery_codes" },
      { action: "verification_attempted", details: { accepted: false } },
      { action: "verification_attempted", details: { accepted: true } },
      { action: "generate_recovery_codes" },
      { action: "recovery_codes_deleted" },
    ]);
    expect(JSON.stringify(entries)).not.toContain(first);
    await auth.readEmails();
  });
});

describe("a copy of the database", () => {
  it("holds no code and no hash that can be tried without APP_SECRET, and a new secret takes the codes over", async () => {
    const { user_id, codes } = await signUpWithCodes();
    const { db, secrets } = auth.deps;
    const stored = async () => {
      const set = await readRow(db, "auth.recovery_code_sets", { user_id });
      const rows = await readRows(db, "auth.recovery_codes", { set_id: set.id }, ["code_hash"]);
      return { set, hashes: rows.map(({ code_hash }) => code_hash.toString("hex")) };
    };
    const { set, hashes } = await stored();
    const key = secrets.decrypt(set.key_encrypted, setKeyContext(set.id));
    expect(set.key_encrypted.includes(key)).toBe(false);
    expect(codes.map((code) => hashCode(key, code).toString("hex")).toSorted()).toEqual(
      hashes.toSorted(),
    );
    expect(() => secrets.decrypt(set.key_encrypted, setKeyContext("another"))).toThrow();

    const next = Buffer.from("another secret for tests alone, as long as the first");
    // The test deletes what other accounts have, because it re-encrypts everything with another secret.
    await db.deleteFrom("auth.mfa_factors").execute();
    await db.deleteFrom("auth.recovery_code_sets").where("user_id", "!=", user_id).execute();
    await db
      .updateTable("auth.recovery_code_sets")
      .set({ key_encrypted: testSecrets.encrypt(key, setKeyContext(set.id)) })
      .where("id", "=", set.id)
      .execute();
    const rotating = createSecrets(next, Buffer.from(testAppSecret));
    for (const _ of [1, 2]) await reencryptSecondSteps(db, rotating);
    const rotated = await inTransaction(db, (tx) => lockRecoveryCodeKeys(tx));
    expect(rotated).toHaveLength(1);
    const opened = createSecrets(next).decrypt(
      rotated[0]?.key_encrypted ?? Buffer.alloc(0),
      setKeyContext(set.id),
    );
    expect(opened.equals(key)).toBe(true);
  });
});
