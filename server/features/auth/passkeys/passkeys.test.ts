import { decodeJwt } from "jose";
import { describe, expect, it } from "vitest";
import { type TestAuthClient, useTestAuth } from "#server/testing/auth/auth.ts";
import { createAuthenticator, type TestAuthenticator } from "#server/testing/auth/authenticator.ts";
import { enrolApp, generateCode } from "#server/testing/auth/authenticator-app.ts";
import { removeAllFactors } from "../factors/remove-all-factors.ts";

const auth = useTestAuth();
const origin = "http://localhost:3000";

const refused = (code: string, status = 400) => ({ code, status });

/** Adds a passkey, as the browser of a signed-in person does. */
const addPasskey = async (client: TestAuthClient, authenticator: TestAuthenticator) => {
  const { data: started, error: refusal } = await client.passkey.startRegistration();
  if (refusal) throw refusal;
  const { data, error } = await client.passkey.verifyRegistration({
    challengeId: started.challenge_id,
    credential: authenticator.create(started.options),
  });
  if (error) throw error;
  return data.id;
};

/** Signs in with a passkey in a new browser. */
const signIn = async (
  authenticator: TestAuthenticator,
  deviation?: Parameters<TestAuthenticator["get"]>[1],
) => {
  const client = auth.createClient();
  const { data: started } = await client.passkey.startAuthentication();
  if (!started) throw new Error("no challenge");
  const answer = await client.passkey.verifyAuthentication({
    challengeId: started.challenge_id,
    credential: authenticator.get(started.options, deviation),
  });
  return { client, ...answer };
};

const signUpWithPasskey = async () => {
  const person = await auth.signUp();
  const authenticator = createAuthenticator(origin);
  const passkeyId = await addPasskey(person.client, authenticator);
  await auth.readEmails();
  return { ...person, authenticator, passkeyId };
};

const addApp = async (client: TestAuthClient) => {
  const { factorId, secret } = await enrolApp(client);
  const pass = async (passing: TestAuthClient) => {
    auth.clock.advance({ seconds: 30 });
    const code = generateCode(auth.clock, secret);
    const { error } = await passing.mfa.challengeAndVerify({ factorId, code });
    if (error) throw error;
  };
  await pass(client);
  return { factorId, pass };
};

const readAccessToken = async (client: TestAuthClient) =>
  (await client.getSession()).data.session?.access_token ?? "";

const isSignedIn = async (client: TestAuthClient) => (await client.getUser()).error === null;

describe("adding a passkey", () => {
  it("asks for one that is found without an address and identifies its holder", async () => {
    const { client, email, user_id } = await auth.signUp();
    const { data } = await client.passkey.startRegistration();
    expect(data).toMatchObject({
      challenge_id: expect.any(String),
      expires_at: Math.floor(auth.clock.now().getTime() / 1000) + 300,
      options: {
        rp: { id: "localhost", name: "Paraline" },
        user: { id: Buffer.from(user_id).toString("base64url"), name: email },
        attestation: "none",
        excludeCredentials: [],
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
      },
    });
  });

  it("tells the owner by email, and lists it without its credential", async () => {
    const { client, email } = await auth.signUp();
    const id = await addPasskey(client, createAuthenticator(origin));
    expect(await auth.readEmail()).toMatchObject({ to: email, subject: "A passkey was added" });
    const { data } = await client.passkey.list();
    expect(data).toEqual([{ id, created_at: auth.clock.now().toISOString() }]);
  });

  it("excludes those that are there, and refuses one that somebody else has", async () => {
    const { client, authenticator } = await signUpWithPasskey();
    const { data } = await client.passkey.startRegistration();
    const [present] = data?.options.excludeCredentials ?? [];
    if (!present) throw new Error("nothing was excluded");

    const thief = await auth.signUp();
    const { data: started } = await thief.client.passkey.startRegistration();
    if (!started) throw new Error("no challenge");
    const { error } = await thief.client.passkey.verifyRegistration({
      challengeId: started.challenge_id,
      credential: createAuthenticator(origin).create(started.options, { id: present.id }),
    });
    expect(error).toMatchObject(refused("webauthn_credential_exists", 422));
    expect((await signIn(authenticator)).error).toBeNull();
  });

  it.each([
    ["another origin", { origin: "https://paraline.evil.example" }],
    ["another site", { rpId: "evil.example" }],
    ["another challenge", { challenge: "AAAA" }],
    ["a holder who was not identified", { isUserVerified: false }],
  ])("refuses the answer of %s, and the challenge with it", async (_name, deviation) => {
    const { client } = await auth.signUp();
    const { data } = await client.passkey.startRegistration();
    if (!data) throw new Error("no challenge");
    const authenticator = createAuthenticator(origin);
    const verify = (credential: ReturnType<TestAuthenticator["create"]>) =>
      client.passkey.verifyRegistration({ challengeId: data.challenge_id, credential });
    const wrong = await verify(authenticator.create(data.options, deviation));
    expect(wrong.error).toMatchObject(refused("webauthn_verification_failed"));
    const right = await verify(authenticator.create(data.options));
    expect(right.error).toMatchObject(refused("webauthn_challenge_not_found"));
  });

  it("accepts a challenge for five minutes, in the session that asked for it", async () => {
    const person = await auth.signUp();
    const elsewhere = await auth.signIn(person);
    const authenticator = createAuthenticator(origin);
    const { data } = await person.client.passkey.startRegistration();
    if (!data) throw new Error("no challenge");
    const answer = {
      challengeId: data.challenge_id,
      credential: authenticator.create(data.options),
    };
    const foreign = await elsewhere.passkey.verifyRegistration(answer);
    expect(foreign.error).toMatchObject(refused("webauthn_challenge_not_found"));
    const signedOut = await elsewhere.passkey.verifyAuthentication(answer);
    expect(signedOut.error).toMatchObject(refused("webauthn_challenge_not_found"));
    auth.clock.advance({ minutes: 5 });
    const late = await person.client.passkey.verifyRegistration(answer);
    expect(late.error).toMatchObject(refused("webauthn_challenge_expired"));
  });

  it("needs a fresh sign-in or the current password, as removing one does", async () => {
    const { client, passkeyId, password, accessToken } = await signUpWithPasskey();
    auth.clock.advance({ minutes: 11 });
    const needed = refused("current_password_required");
    expect((await client.passkey.startRegistration()).error).toMatchObject(needed);
    expect((await client.passkey.delete({ passkeyId })).error).toMatchObject(needed);
    const token = await accessToken();
    for (const [currentPassword, codes] of [
      ["not this one", ["current_password_invalid", "current_password_invalid"]],
      [password, [undefined, undefined]],
    ] as const) {
      const body = { current_password: currentPassword };
      const adding = await auth.send("POST", "/passkeys/registration/options", body, token);
      const removing = await auth.send("DELETE", `/passkeys/${passkeyId}`, body, token);
      expect([adding.body.code, removing.body.code]).toEqual(codes);
    }
    expect((await client.passkey.list()).data).toEqual([]);
    await auth.readEmails();
  });

  it("stops at ten, those included that were begun before", async () => {
    const { client } = await auth.signUp();
    const authenticator = createAuthenticator(origin);
    const { data: early } = await client.passkey.startRegistration();
    if (!early) throw new Error("no challenge");
    for (let count = 0; count < 10; count += 1) await addPasskey(client, authenticator);
    const full = refused("too_many_passkeys", 422);
    expect((await client.passkey.startRegistration()).error).toMatchObject(full);
    const late = await client.passkey.verifyRegistration({
      challengeId: early.challenge_id,
      credential: authenticator.create(early.options),
    });
    expect(late.error).toMatchObject(full);
    await auth.readEmails();
  });
});

describe("signing in by passkey", () => {
  it("needs no address and no password, and passes both steps", async () => {
    const { user_id, client: first } = await auth.signUp();
    await addApp(first);
    const authenticator = createAuthenticator(origin);
    await addPasskey(first, authenticator);
    const { client, data, error } = await signIn(authenticator);
    expect(error).toBeNull();
    expect(data?.user?.id).toBe(user_id);
    expect(decodeJwt(await readAccessToken(client))).toMatchObject({
      aal: "aal2",
      amr: [{ method: "passkey" }],
    });
    expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: "aal2",
      nextLevel: "aal2",
    });
    const { data: listed } = await client.passkey.list();
    expect(listed?.[0]?.last_used_at).toBe(auth.clock.now().toISOString());
    await auth.readEmails();
  });

  it("asks everyone the same, whether there are accounts or not", async () => {
    const { client } = await signUpWithPasskey();
    const ask = async (asking: TestAuthClient) => {
      const { data } = await asking.passkey.startAuthentication();
      if (!data) throw new Error("no challenge");
      const { challenge, ...options } = data.options;
      return { options, length: challenge.length };
    };
    const stranger = await ask(auth.createClient());
    expect(await ask(client)).toEqual(stranger);
    expect(stranger.options).toMatchObject({ rpId: "localhost", userVerification: "required" });
    expect(stranger.options.allowCredentials).toBeUndefined();
  });

  it.each([
    ["another origin", { origin: "https://paraline.evil.example" }],
    ["another site", { rpId: "evil.example" }],
    ["another challenge", { challenge: "AAAA" }],
    ["a holder who was not identified", { isUserVerified: false }],
    ["somebody else's handle", { handle: Buffer.from(crypto.randomUUID()).toString("base64url") }],
  ])("refuses the answer of %s, and notes it", async (_name, deviation) => {
    const { authenticator, user_id } = await signUpWithPasskey();
    const { error } = await signIn(authenticator, deviation);
    expect(error).toMatchObject(refused("webauthn_verification_failed"));
    const noted = await auth.listAudit(user_id, "login_failed");
    expect(noted.map(({ details }) => details)).toEqual([
      { reason: "webauthn_verification_failed" },
    ]);
  });

  it("refuses a passkey whose count has not grown: it may have been copied", async () => {
    const { authenticator } = await signUpWithPasskey();
    expect((await signIn(authenticator)).error).toBeNull();
    expect((await signIn(authenticator)).error).toBeNull();
    for (const counter of [1, 2]) {
      const { error } = await signIn(authenticator, { counter });
      expect(error).toMatchObject(refused("webauthn_verification_failed"));
    }
    const person = await auth.signUp();
    const countless = createAuthenticator(origin, { counts: false });
    await addPasskey(person.client, countless);
    expect((await signIn(countless)).error).toBeNull();
    expect((await signIn(countless)).error).toBeNull();
    await auth.readEmails();
  });

  it("accepts a challenge once, even when two answers come at once, and for five minutes", async () => {
    const { authenticator } = await signUpWithPasskey();
    const client = auth.createClient();
    const { data } = await client.passkey.startAuthentication();
    if (!data) throw new Error("no challenge");
    const answer = () => ({
      challengeId: data.challenge_id,
      credential: authenticator.get(data.options),
    });
    const answers = await Promise.all(
      [answer(), answer(), answer()].map((each) =>
        auth.createClient().passkey.verifyAuthentication(each),
      ),
    );
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
    expect(answers.filter(({ error }) => error !== null).map(({ error }) => error)).toMatchObject([
      refused("webauthn_challenge_not_found"),
      refused("webauthn_challenge_not_found"),
    ]);
    const { data: next } = await client.passkey.startAuthentication();
    if (!next) throw new Error("no challenge");
    auth.clock.advance({ minutes: 5 });
    const late = await client.passkey.verifyAuthentication({
      challengeId: next.challenge_id,
      credential: authenticator.get(next.options),
    });
    expect(late.error).toMatchObject(refused("webauthn_challenge_expired"));
  });

  it("leaves no challenge behind", async () => {
    await auth.createClient().passkey.startAuthentication();
    auth.clock.advance({ minutes: 6 });
    await auth.clearExpired();
    const left = await auth.db.selectFrom("auth.passkey_challenges").selectAll().execute();
    expect(left.filter(({ expires_at }) => expires_at < auth.clock.now())).toEqual([]);
  });

  it("refuses an unknown passkey, and data that is no passkey", async () => {
    const { client, authenticator, passkeyId } = await signUpWithPasskey();
    await client.passkey.delete({ passkeyId });
    const gone = await signIn(authenticator);
    expect(gone.error).toMatchObject(refused("webauthn_credential_not_found"));
    for (const [body, status, code] of [
      [{}, 400, "validation_failed"],
      [{ challenge_id: "x", credential: {} }, 400, "webauthn_challenge_not_found"],
      [{ challenge_id: crypto.randomUUID(), credential: "x" }, 400, "validation_failed"],
      [{ challenge_id: crypto.randomUUID(), credential: {} }, 400, "webauthn_challenge_not_found"],
    ] as const) {
      const answer = await auth.send("POST", "/passkeys/authentication/verify", body);
      expect([answer.status, answer.body.code]).toEqual([status, code]);
    }
    for (const credential of [
      {},
      { id: "a", rawId: "a", type: "public-key", response: {} },
      { id: ["a"], rawId: {}, type: 1, response: [] },
    ]) {
      const { data } = await client.passkey.startAuthentication();
      const body = { challenge_id: data?.challenge_id, credential };
      const answer = await auth.send("POST", "/passkeys/authentication/verify", body);
      expect(answer.body.code).toBe("webauthn_verification_failed");
    }
    await auth.readEmails();
  });

  it("refuses a suspended account, and one that may not sign in yet", async () => {
    const { authenticator, user_id } = await signUpWithPasskey();
    const set = (changes: { banned_until: Date | null; email_confirmed_at: Date | null }) =>
      auth.db.updateTable("auth.users").set(changes).where("id", "=", user_id).execute();
    const now = auth.clock.now();
    await set({ banned_until: new Date(now.getTime() + 60_000), email_confirmed_at: now });
    expect((await signIn(authenticator)).error).toMatchObject(refused("user_banned", 403));
    await set({ banned_until: null, email_confirmed_at: null });
    expect((await signIn(authenticator)).error).toMatchObject(refused("email_not_confirmed"));
  });
});

describe("a passkey", () => {
  it("has a name that its owner gives it", async () => {
    const { client, passkeyId } = await signUpWithPasskey();
    const { data } = await client.passkey.update({ passkeyId, friendlyName: " My\nlaptop " });
    expect(data).toMatchObject({ id: passkeyId, friendly_name: "My laptop" });
    expect((await client.passkey.list()).data).toMatchObject([{ friendly_name: "My laptop" }]);
    for (const friendlyName of ["", "  ", "x".repeat(121), "a\u0000"]) {
      const { error } = await client.passkey.update({ passkeyId, friendlyName });
      expect(error).toMatchObject(refused("validation_failed"));
    }
  });

  it("cannot be named or removed by anyone else", async () => {
    const { passkeyId } = await signUpWithPasskey();
    const { client } = await auth.signUp();
    const missing = refused("passkey_not_found", 404);
    const renamed = await client.passkey.update({ passkeyId, friendlyName: "Mine" });
    expect(renamed.error).toMatchObject(missing);
    expect((await client.passkey.delete({ passkeyId })).error).toMatchObject(missing);
    expect((await client.passkey.list()).data).toEqual([]);
  });

  it("ends the sessions that it began when it is removed, even the one that removes it", async () => {
    const { email, client, authenticator, passkeyId } = await signUpWithPasskey();
    const here = await signIn(authenticator);
    const elsewhere = await signIn(authenticator);
    expect((await here.client.passkey.delete({ passkeyId })).error).toBeNull();
    expect(await isSignedIn(elsewhere.client)).toBe(false);
    expect(await isSignedIn(client)).toBe(true);
    expect(await isSignedIn(here.client)).toBe(false);
    expect(await auth.readEmail()).toMatchObject({ to: email, subject: "A passkey was removed" });
  });

  it("keeps its session strong when a second step that was added there goes", async () => {
    const { authenticator } = await signUpWithPasskey();
    const { client } = await signIn(authenticator);
    const { factorId } = await addApp(client);
    await client.mfa.unenroll({ factorId });
    await client.refreshSession();
    expect(decodeJwt(await readAccessToken(client)).aal).toBe("aal2");
    await auth.readEmails();
  });

  it("is deleted when the first second step is added, and so are the sessions that it began", async () => {
    const { authenticator, client } = await signUpWithPasskey();
    const elsewhere = await signIn(authenticator);
    await addApp(client);
    expect(await isSignedIn(elsewhere.client)).toBe(false);
    const { error } = await signIn(authenticator);
    expect(error).toMatchObject(refused("webauthn_credential_not_found"));
    expect((await auth.readEmails()).map(({ text }) => text).join()).toContain(
      "your passkeys were removed",
    );
  });

  it("stays when the first second step is added in a session that it began, alone, and with further ones", async () => {
    const { authenticator, client, passkeyId } = await signUpWithPasskey();
    const other = createAuthenticator(origin);
    await addPasskey(client, other);
    const [here, elsewhere] = [await signIn(authenticator), await signIn(authenticator)];
    const { pass } = await addApp(here.client);
    expect(await isSignedIn(elsewhere.client)).toBe(false);
    expect((await signIn(other)).error).toMatchObject(refused("webauthn_credential_not_found"));
    expect((await here.client.passkey.list()).data).toMatchObject([{ id: passkeyId }]);

    await addPasskey(here.client, other);
    await addApp(here.client);
    expect((await signIn(other)).error).toBeNull();
    expect((await signIn(authenticator)).error).toBeNull();
    await pass(here.client);
    await auth.readEmails();
  });

  it("is deleted by a recovery, which proves the mailbox alone", async () => {
    const person = await signUpWithPasskey();
    await auth.prove(person.user_id);
    const before = await signIn(person.authenticator);
    await auth.recover(person);
    expect(await isSignedIn(before.client)).toBe(false);
    const after = await signIn(person.authenticator);
    expect(after.error).toMatchObject(refused("webauthn_credential_not_found"));
  });

  it("is deleted by a recovery that has passed the second step too, and not before", async () => {
    const person = await auth.signUp();
    await auth.prove(person.user_id);
    const { pass } = await addApp(person.client);
    const authenticator = createAuthenticator(origin);
    await addPasskey(person.client, authenticator);
    await auth.readEmails();
    const recovered = await auth.recover(person);
    expect((await signIn(authenticator)).error).toBeNull();
    await auth.readEmails();
    await pass(recovered);
    const { error } = await signIn(authenticator);
    expect(error).toMatchObject(refused("webauthn_credential_not_found"));
  });

  const strangersPlaces = async (userId: string) => {
    const hashes: string[] = [];
    for (const table of ["auth.known_networks", "auth.known_devices"] as const) {
      const rows = auth.db.selectFrom(table).where("user_id", "=", userId).select("user_id");
      hashes.push(...(await rows.execute()).map(({ user_id }) => user_id));
    }
    return hashes.length;
  };

  it.each([true, false])(
    "is deleted with the networks and devices from before (second step: %s)",
    async (hasStep) => {
      const person = await auth.signUp();
      await auth.prove(person.user_id);
      const app = hasStep ? await addApp(person.client) : undefined;
      const stranger = { "X-Forwarded-For": "198.51.100.9", "User-Agent": "curl/8" };
      const { email, password } = person;
      const path = "/token?grant_type=password";
      await auth.send("POST", path, { email, password }, undefined, stranger);
      const before = await strangersPlaces(person.user_id);
      await auth.readEmails();
      const recovered = await auth.recover(person);
      await app?.pass(recovered);
      expect(await strangersPlaces(person.user_id)).toBeLessThan(before);
      await auth.readEmails();
    },
  );

  it("is deleted when the owner of an unproven address arrives", async () => {
    const { authenticator, email } = await signUpWithPasskey();
    await auth.recover({ email });
    await auth.readEmails();
    const { error } = await signIn(authenticator);
    expect(error).toMatchObject(refused("webauthn_credential_not_found"));
  });

  it("is deleted with the second steps that the operator removes", async () => {
    const { client, email, user_id } = await auth.signUp();
    await auth.prove(user_id);
    await addApp(client);
    const authenticator = createAuthenticator(origin);
    await addPasskey(client, authenticator);
    await removeAllFactors(auth.deps, { email, canRecover: true });
    await auth.readEmails();
    const { error } = await signIn(authenticator);
    expect(error).toMatchObject(refused("webauthn_credential_not_found"));
  });

  it("goes, with every session, by the operator's command where there is no second step", async () => {
    const { authenticator, client, email, user_id } = await signUpWithPasskey();
    await auth.prove(user_id);
    await removeAllFactors(auth.deps, { email, canRecover: true });
    expect(await isSignedIn(client)).toBe(false);
    const { error } = await signIn(authenticator);
    expect(error).toMatchObject(refused("webauthn_credential_not_found"));
  });

  it("stays, as the password does, where the operator's command leaves no other sign-in method", async () => {
    const { client, email } = await auth.signUp();
    await addApp(client);
    const authenticator = createAuthenticator(origin);
    await addPasskey(client, authenticator);
    const removal = await removeAllFactors(auth.deps, { email, canRecover: false });
    expect(removal).toMatchObject({ removedCount: 1, keepsWaysIn: true, removedPasskeys: false });
    await auth.readEmails();
    expect(await isSignedIn(client)).toBe(false);
    expect((await signIn(authenticator)).error).toBeNull();
  });
});
