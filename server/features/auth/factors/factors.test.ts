import { decodeJwt } from "jose";
import { describe, expect, it, vi } from "vitest";
import { DomainError } from "#contract/errors.ts";
import { ownerFrom } from "#server/access/owner.ts";
import type { AuthenticatedSession } from "#server/access/session.ts";
import { type TestAuthClient, type TestPerson, useTestAuth } from "#server/testing/auth/auth.ts";
import {
  addApp,
  generateCode as codeAt,
  enrolApp,
} from "#server/testing/auth/authenticator-app.ts";
import { itOnPostgres } from "#server/testing/database/db.ts";
import { updateUser } from "../account/update-user.ts";
import { unlinkIdentity } from "../providers/link-identity.ts";
import { signOut } from "../sessions/sign-out.ts";
import { enrolFactor, removeFactor } from "./change-factors.ts";

const auth = useTestAuth();

const generateCode = (secret: string, steps?: number) => codeAt(auth.clock, secret, steps);

const wrongCode = (secret: string) => {
  const right = new Set([-1, 0, 1].map((steps) => generateCode(secret, steps)));
  for (const code of ["000000", "111111", "222222", "333333"]) if (!right.has(code)) return code;
  throw new Error("unreachable");
};

const challenge = async (client: TestAuthClient, factorId: string) => {
  const { data, error } = await client.mfa.challenge({ factorId });
  if (error) throw error;
  return data.id;
};

/** Someone whose session has passed the second factor. Their app's next code is that of the next time step. */
const signUpWithFactor = async (): Promise<TestPerson & { factorId: string; secret: string }> => {
  const person = await auth.signUp();
  const { factorId, secret } = await addApp(auth.clock, person.client);
  await auth.readEmails();
  auth.clock.advance({ seconds: 30 });
  return { ...person, factorId, secret };
};

const findSession = async (person: TestPerson) =>
  auth.deps.sessions.authenticate(`Bearer ${await person.accessToken()}`);

describe("adding an authenticator app", () => {
  it("shows a picture that works as a data address in the client library", async () => {
    const { client, email } = await auth.signUp();
    const { enrolled } = await enrolApp(client, "Phone");
    const { qr_code, secret, uri } = enrolled.totp;
    expect(qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg /);
    expect(qr_code.slice("data:image/svg+xml;utf-8,".length)).not.toMatch(/[#%]/);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const parsed = new URL(uri);
    expect(parsed.protocol).toBe("otpauth:");
    expect(decodeURIComponent(parsed.pathname)).toContain(email);
    expect(parsed.searchParams.get("secret")).toBe(secret);
    expect(parsed.searchParams.get("issuer")).toBe("localhost:3000");
    expect(enrolled).toMatchObject({ type: "totp", friendly_name: "Phone" });
  });

  it("counts only from its first code on, and says so by email", async () => {
    const person = await auth.signUp();
    const { factorId, secret } = await enrolApp(person.client, "Phone");
    expect((await person.client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: "aal1",
      nextLevel: "aal1",
    });

    const challengeId = await challenge(person.client, factorId);
    const { data, error } = await person.client.mfa.verify({
      factorId,
      challengeId,
      code: generateCode(secret),
    });
    expect(error).toBeNull();
    expect(data?.user.factors).toMatchObject([{ friendly_name: "Phone", status: "verified" }]);
    expect(decodeJwt(await person.accessToken())).toMatchObject({
      aal: "aal2",
      amr: [{ method: "totp" }, { method: "password" }],
    });
    expect((await person.client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: "aal2",
      nextLevel: "aal2",
    });
    expect(await auth.readEmail()).toMatchObject({
      to: person.email,
      subject: "A second step was added",
    });
  });

  it("keeps the same session, and ends the others that have not passed it", async () => {
    const person = await auth.signUp();
    const elsewhere = await auth.signIn(person);
    const before = decodeJwt(await person.accessToken()).session_id;
    const other = await enrolApp(person.client, "Unused");
    const { factorId, secret } = await enrolApp(person.client, "Phone");
    await person.client.mfa.challengeAndVerify({ factorId, code: generateCode(secret) });

    expect(decodeJwt(await person.accessToken()).session_id).toBe(before);
    expect((await elsewhere.getUser()).error?.name).toBe("AuthSessionMissingError");
    const { data } = await person.client.mfa.listFactors();
    expect(data?.all.map(({ id }) => id)).toEqual([factorId]);
    expect(data?.all.map(({ id }) => id)).not.toContain(other.factorId);
  });

  it("never shows the secret again, and stores it encrypted", async () => {
    const { client, secret, factorId } = await signUpWithFactor();
    expect(JSON.stringify((await client.getUser()).data)).not.toContain(secret);
    const { secret_encrypted } = await auth.db
      .selectFrom("auth.mfa_factors")
      .where("id", "=", factorId)
      .select((row) => row.ref("secret_encrypted").$notNull().as("secret_encrypted"))
      .executeTakeFirstOrThrow();
    expect(secret_encrypted.toString("latin1")).not.toContain(secret);
    expect(() => auth.deps.secrets.decrypt(secret_encrypted, "second step other")).toThrow();
  });

  it("refuses a second one of the same name, and an eleventh", async () => {
    const { client } = await auth.signUp();
    await enrolApp(client, "Phone");
    const same = await client.mfa.enroll({ factorType: "totp", friendlyName: "Phone" });
    expect(same.error).toMatchObject({ status: 422, code: "mfa_factor_name_conflict" });
    for (let count = 1; count < 10; count += 1) await enrolApp(client);
    const eleventh = await client.mfa.enroll({ factorType: "totp" });
    expect(eleventh.error).toMatchObject({ status: 422, code: "too_many_enrolled_mfa_factors" });
  });

  it("forgets one that was not finished within five minutes", async () => {
    const { client } = await auth.signUp();
    const { factorId, secret } = await enrolApp(client, "Phone");
    const challengeId = await challenge(client, factorId);
    auth.clock.advance({ minutes: 5, seconds: 1 });
    const late = await client.mfa.verify({ factorId, challengeId, code: generateCode(secret) });
    expect(late.error).toMatchObject({ status: 404, code: "mfa_factor_not_found" });
    await enrolApp(client, "Phone");
    expect((await client.mfa.listFactors()).data?.all).toHaveLength(1);
  });

  it.each([
    [{ factor_type: "phone", phone: "+351999" }, 422, "mfa_phone_enroll_not_enabled"],
    [{ factor_type: "smoke signals" }, 400, "validation_failed"],
    [{}, 400, "validation_failed"],
    [{ factor_type: "totp", friendly_name: "x".repeat(121) }, 400, "validation_failed"],
    [{ factor_type: "totp", friendly_name: "a\u0000" }, 400, "validation_failed"],
  ])("refuses %j", async (body, status, code) => {
    const { accessToken } = await auth.signUp();
    const answer = await auth.send("POST", "/factors", body, await accessToken());
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });
});

describe("passing the second step", () => {
  it("accepts the previous code and the next one, but not the one after that", async () => {
    for (const [steps, passes] of [
      [-1, true],
      [1, true],
      [2, false],
      [-2, false],
    ] as const) {
      const person = await auth.signUp();
      const { factorId, secret } = await enrolApp(person.client);
      const { error } = await person.client.mfa.challengeAndVerify({
        factorId,
        code: generateCode(secret, steps),
      });
      expect(error === null).toBe(passes);
    }
  });

  it("accepts a code once, whatever the challenge", async () => {
    const { client, factorId, secret, email, password } = await signUpWithFactor();
    const code = generateCode(secret);
    expect((await client.mfa.challengeAndVerify({ factorId, code })).error).toBeNull();

    const elsewhere = await auth.signIn({ email, password });
    const again = await elsewhere.mfa.challengeAndVerify({ factorId, code });
    expect(again.error).toMatchObject({
      status: 422,
      code: "mfa_verification_failed",
      message: "Invalid TOTP code entered",
    });
  });

  it("accepts a challenge once", async () => {
    const { client, factorId, secret } = await signUpWithFactor();
    const challengeId = await challenge(client, factorId);
    await client.mfa.verify({ factorId, challengeId, code: generateCode(secret) });
    auth.clock.advance({ seconds: 30 });
    const again = await client.mfa.verify({ factorId, challengeId, code: generateCode(secret) });
    expect(again.error).toMatchObject({ status: 422, code: "mfa_factor_not_found" });
  });

  it("invalidates a challenge after five wrong codes", async () => {
    const { client, factorId, secret } = await signUpWithFactor();
    const challengeId = await challenge(client, factorId);
    for (let times = 0; times < 5; times += 1) {
      const { error } = await client.mfa.verify({ factorId, challengeId, code: wrongCode(secret) });
      expect(error?.code).toBe("mfa_verification_failed");
    }
    const right = await client.mfa.verify({ factorId, challengeId, code: generateCode(secret) });
    expect(right.error).toMatchObject({ status: 422, code: "mfa_challenge_expired" });
  });

  it("accepts any number of them if limits are off, and still emails the owner", async () => {
    const { client, factorId, secret } = await signUpWithFactor();
    for (let times = 0; times < 12; times += 1) {
      const { error } = await client.mfa.challengeAndVerify({ factorId, code: wrongCode(secret) });
      expect(error?.code).toBe("mfa_verification_failed");
    }
    expect((await auth.readEmails()).map(({ subject }) => subject)).toEqual([
      "Wrong codes for your account",
    ]);
    expect(
      (await client.mfa.challengeAndVerify({ factorId, code: generateCode(secret) })).error,
    ).toBeNull();
  });

  it("refuses an old challenge, an empty code and a malformed one", async () => {
    const { client, factorId, secret, accessToken } = await signUpWithFactor();
    const challengeId = await challenge(client, factorId);
    const token = await accessToken();
    const path = `/factors/${factorId}/verify`;
    const empty = await auth.send("POST", path, { challenge_id: challengeId, code: "" }, token);
    expect(empty.status).toBe(400);
    const letters = await client.mfa.verify({ factorId, challengeId, code: "abcdef" });
    expect(letters.error?.code).toBe("mfa_verification_failed");
    auth.clock.advance({ minutes: 5, seconds: 1 });
    const late = await client.mfa.verify({ factorId, challengeId, code: generateCode(secret) });
    expect(late.error).toMatchObject({ status: 422, code: "mfa_challenge_expired" });
  });

  it("accepts no other account's factor and no other session's challenge", async () => {
    const { factorId, client, secret, email, password } = await signUpWithFactor();
    const stranger = await auth.signUp();
    expect((await stranger.client.mfa.challenge({ factorId })).error).toMatchObject({
      status: 404,
      code: "mfa_factor_not_found",
    });
    expect((await stranger.client.mfa.unenroll({ factorId })).error?.code).toBe(
      "mfa_factor_not_found",
    );
    const elsewhere = await auth.signIn({ email, password });
    const challengeId = await challenge(client, factorId);
    const borrowed = await elsewhere.mfa.verify({
      factorId,
      challengeId,
      code: generateCode(secret),
    });
    expect(borrowed.error).toMatchObject({ status: 422, code: "mfa_factor_not_found" });

    const malformed = await auth.send(
      "POST",
      "/factors/7/challenge",
      {},
      await stranger.accessToken(),
    );
    expect([malformed.status, malformed.body.code]).toEqual([404, "validation_failed"]);
  });

  it("does not count as a fresh sign-in: a password is changed with the current one, since a stolen token may have added the step", async () => {
    const { client, factorId, secret } = await signUpWithFactor();
    auth.clock.advance({ minutes: 10 });
    const change = () => client.updateUser({ password: "something new" });
    expect((await change()).error?.code).toBe("current_password_required");
    await client.mfa.challengeAndVerify({ factorId, code: generateCode(secret) });
    expect((await change()).error?.code).toBe("current_password_required");
    await auth.readEmails();
  });

  it("is added or removed later than ten minutes after signing in with the current password alone, in the call itself", async () => {
    const person = await signUpWithFactor();
    const { client, factorId, secret, password, user_id } = person;
    auth.clock.advance({ minutes: 10 });
    // The password or a code in an earlier call permits nothing to a thief who waits with a stolen token.
    expect((await client.updateUser({ current_password: password })).error).toBeNull();
    await client.mfa.challengeAndVerify({ factorId, code: generateCode(secret) });
    const token = await person.accessToken();
    const add = (typed = {}) =>
      auth.send("POST", "/factors", { factor_type: "totp", ...typed }, token);
    const remove = (typed?: object) => auth.send("DELETE", `/factors/${factorId}`, typed, token);
    for (const change of [add, remove]) {
      const answers = [
        await change(),
        await change({ current_password: "not this" }),
        await change({ current_password: password }),
      ];
      expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
        [400, "current_password_required"],
        [400, "current_password_invalid"],
        [200, undefined],
      ]);
    }
    const entries = await auth.listAudit(user_id, "user_reauthenticated");
    expect(entries.map(({ details }) => details)).toEqual([
      { accepted: true },
      { accepted: false },
      { accepted: true },
      { accepted: false },
      { accepted: true },
    ]);
    await auth.readEmails();
  });

  it("invalidates earlier refresh tokens without ending the session", async () => {
    const person = await auth.signUp();
    const before = await person.refreshToken();
    await addApp(auth.clock, person.client);

    const old = await auth.send("POST", "/token?grant_type=refresh_token", {
      refresh_token: before,
    });
    expect([old.status, old.body.code]).toEqual([400, "refresh_token_already_used"]);
    expect((await person.client.refreshSession()).error).toBeNull();
    expect(decodeJwt(await person.accessToken()).aal).toBe("aal2");
  });

  it("leaves earlier access tokens unchanged", async () => {
    const person = await auth.signUp();
    const before = await person.accessToken();
    const { factorId, secret } = await enrolApp(person.client);
    await person.client.mfa.challengeAndVerify({ factorId, code: generateCode(secret) });
    const session = await auth.deps.sessions.authenticate(`Bearer ${before}`);
    expect(session).toMatchObject({ aal: "aal1", has_verified_factor: true });
  });

  itOnPostgres("accepts a code once when two tabs send it at once (two connections)", async () => {
    const { client, factorId, secret } = await signUpWithFactor();
    const challenges = await Promise.all([
      challenge(client, factorId),
      challenge(client, factorId),
    ]);
    const code = generateCode(secret);
    const answers = await Promise.all(
      challenges.map((challengeId) => client.mfa.verify({ factorId, challengeId, code })),
    );
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
  });
});

describe("with a second step, before it is passed", () => {
  const weakSession = async () => {
    const person = await signUpWithFactor();
    const client = await auth.signIn(person);
    const { data } = await client.getSession();
    return { ...person, owner: person.client, client, token: data.session?.access_token ?? "" };
  };

  it("password, address, sign-in methods and second steps are out of reach", async () => {
    const { client, factorId, token } = await weakSession();
    expect((await client.updateUser({ password: "something new" })).error).toMatchObject({
      status: 401,
      code: "insufficient_aal",
    });
    expect((await client.updateUser({ email: "new@paraline.example" })).error?.status).toBe(401);
    expect((await client.mfa.enroll({ factorType: "totp" })).error).toMatchObject({
      status: 403,
      code: "insufficient_aal",
    });
    expect((await client.mfa.unenroll({ factorId })).error).toMatchObject({
      status: 422,
      code: "insufficient_aal",
    });
    const check = vi.spyOn(auth.deps.passwords, "verify");
    const typed = { factor_type: "totp", current_password: "not this" };
    for (const [method, path] of [
      ["POST", "/factors"],
      ["DELETE", `/factors/${factorId}`],
    ] as const) {
      const { body } = await auth.send(method, path, typed, token);
      expect(body.code).toBe("insufficient_aal");
    }
    expect(check).not.toHaveBeenCalled();
    const path = `/user/identities/${crypto.randomUUID()}`;
    const unlink = await auth.send("DELETE", path, undefined, token);
    expect(unlink.body.code).toBe("insufficient_aal");
    expect((await client.updateUser({ data: { name: "Ana" } })).error).toMatchObject({
      status: 401,
      code: "insufficient_aal",
    });
  });

  it("an authenticator app that the owner has begun to add cannot be finished", async () => {
    const { client, owner } = await weakSession();
    const { factorId, secret } = await enrolApp(owner, "Second phone");
    const begun = { factorId, code: generateCode(secret) };
    expect((await client.mfa.challengeAndVerify(begun)).error).toMatchObject({
      status: 403,
      code: "insufficient_aal",
    });
    expect((await owner.mfa.challengeAndVerify(begun)).error).toBeNull();
    expect(await auth.readEmail()).toMatchObject({ subject: "A second step was added" });
  });

  it("signs out no other session, and the refusal does not sign out this one", async () => {
    const { client, owner } = await weakSession();
    for (const scope of ["others", "global"] as const) {
      const { error } = await client.signOut({ scope });
      expect(error).toMatchObject({ status: 422, code: "insufficient_aal" });
    }
    expect((await client.getUser()).error).toBeNull();
    expect((await owner.getUser()).error).toBeNull();
  });

  it("the account can be read, refreshed and left", async () => {
    const { client } = await weakSession();
    expect((await client.getUser()).error).toBeNull();
    expect((await client.refreshSession()).error).toBeNull();
    expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: "aal1",
      nextLevel: "aal2",
    });
    expect((await client.signOut({ scope: "local" })).error).toBeNull();
  });

  it("nothing of the product opens", async () => {
    const { client, secret, factorId } = await weakSession();
    const session = async () => {
      const { data } = await client.getSession();
      return auth.deps.sessions.authenticate(`bearer ${data.session?.access_token}`);
    };
    const weak = await session();
    expect(() => ownerFrom(weak)).toThrow(new DomainError("insufficient_aal"));
    await client.mfa.challengeAndVerify({ factorId, code: generateCode(secret) });
    expect(ownerFrom(await session())).toBe(weak.user_id);
  });
});

describe("a call that was let in just before the first authenticator app was added", () => {
  const caller = { address: "203.0.113.7", ip: "203.0.113.7", user_agent: null };
  const calls: [
    what: string,
    call: (session: AuthenticatedSession, factorId: string) => Promise<unknown>,
  ][] = [
    [
      "adds no other one",
      (session) =>
        enrolFactor(auth.deps, {
          session,
          factor_type: "totp",
          friendly_name: "",
          input: {},
          current_password: undefined,
          caller,
        }),
    ],
    [
      "removes none",
      (session, factorId) =>
        removeFactor(auth.deps, {
          session,
          factor_id: factorId,
          current_password: undefined,
          caller,
        }),
    ],
    [
      "changes nothing of the account",
      (session) => updateUser(auth.deps, { session, changes: noChanges, caller }),
    ],
    ["signs nobody out", (session) => signOut(auth.deps, { session, scope: "others", caller })],
    [
      "unlinks no sign-in method",
      (session) =>
        unlinkIdentity(auth.deps, {
          session,
          identity_id: crypto.randomUUID(),
          current_password: undefined,
          caller,
        }),
    ],
  ];
  const noChanges = {
    data: { name: "Eve" },
    email: undefined,
    password: undefined,
    current_password: undefined,
    redirect_to: new URL("http://localhost:3000"),
    challenge: undefined,
  };

  it.each(calls)("%s", async (_what, call) => {
    const person = await auth.signUp();
    const elsewhere = auth.createClient();
    const { data } = await elsewhere.signInWithPassword(person);
    const early = await findSession(person);
    const earlyElsewhere = await auth.deps.sessions.authenticate(
      `Bearer ${data.session?.access_token}`,
    );
    const { factorId } = await addApp(auth.clock, person.client);

    await expect(call(early, factorId)).rejects.toMatchObject({ code: "insufficient_aal" });
    await expect(call(earlyElsewhere, factorId)).rejects.toMatchObject({
      code: "session_not_found",
    });
  });

  itOnPostgres("adds no other one at the same moment either (two connections)", async () => {
    const person = await auth.signUp();
    const elsewhere = await auth.signIn(person);
    const one = await enrolApp(person.client, "One");
    const other = await enrolApp(elsewhere, "Other");
    const answers = await Promise.all([
      person.client.mfa.challengeAndVerify({
        factorId: one.factorId,
        code: generateCode(one.secret),
      }),
      elsewhere.mfa.challengeAndVerify({
        factorId: other.factorId,
        code: generateCode(other.secret),
      }),
    ]);
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
    const verified = await auth.db
      .selectFrom("auth.mfa_factors")
      .where("user_id", "=", person.user_id)
      .where("status", "=", "verified")
      .select("id")
      .execute();
    expect(verified).toHaveLength(1);
  });
});

describe("removing a second step", () => {
  it("treats the sessions that passed it as if they had not, and says so by email", async () => {
    const person = await signUpWithFactor();
    const { error, data } = await person.client.mfa.unenroll({ factorId: person.factorId });
    expect(error).toBeNull();
    expect(data).toEqual({ id: person.factorId });
    expect(await findSession(person)).toMatchObject({ aal: "aal1", has_verified_factor: false });
    await person.client.refreshSession();
    expect(decodeJwt(await person.accessToken())).toMatchObject({
      aal: "aal1",
      amr: [{ method: "password" }],
    });
    expect(await auth.readEmail()).toMatchObject({
      to: person.email,
      subject: "A second step was removed",
    });
  });

  it("says nothing of one that was never finished", async () => {
    const { client } = await auth.signUp();
    const { factorId } = await enrolApp(client);
    expect((await client.mfa.unenroll({ factorId })).error).toBeNull();
    expect(await auth.readEmails()).toEqual([]);
  });
});
