import { decodeJwt } from "jose";
import { describe, expect, it } from "vitest";
import { type TestAuthClient, useTestAuth } from "#server/testing/auth/auth.ts";
import { createAuthenticator, type TestAuthenticator } from "#server/testing/auth/authenticator.ts";
import { addApp } from "#server/testing/auth/authenticator-app.ts";

const auth = useTestAuth();
const origin = "http://localhost:3000";

const refused = (code: string, status = 422) => ({ code, status });

const enrol = async (client: TestAuthClient, friendlyName: string) => {
  const { data, error } = await client.mfa.webauthn.enroll({ friendlyName });
  if (error) throw error;
  return data.id;
};

const challenge = async (client: TestAuthClient, factorId: string) => {
  const { data, error } = await client.mfa.challenge({
    factorId,
    webauthn: { rpId: "evil.example", rpOrigins: ["https://evil.example"] },
  });
  if (error) throw error;
  if (data.type !== "webauthn") throw new Error("not a security key");
  return data;
};

/** Answers a challenge as a browser with this security key does. */
const answer = async (
  client: TestAuthClient,
  { factorId, key }: { factorId: string; key: TestAuthenticator },
  deviation?: Parameters<TestAuthenticator["get"]>[1],
) => {
  const { id: challengeId, webauthn } = await challenge(client, factorId);
  // biome-ignore lint/suspicious/noExplicitAny: the library's types are those of a browser
  const options = webauthn.credential_options.publicKey as any;
  const { type } = webauthn;
  const signed = type === "create" ? key.create(options, deviation) : key.get(options, deviation);
  return client.mfa.webauthn.verify({
    factorId,
    challengeId,
    webauthn: { type, rpId: "evil.example", credential_response: signed },
  });
};

const addKey = async (client: TestAuthClient, friendlyName = "Key") => {
  const key = createAuthenticator(origin);
  const factorId = await enrol(client, friendlyName);
  const { error } = await answer(client, { factorId, key });
  if (error) throw error;
  return { factorId, key };
};

const signUpWithKey = async () => {
  const person = await auth.signUp();
  const added = await addKey(person.client);
  await auth.readEmails();
  const signIn = () => auth.signIn(person);
  return { ...person, ...added, signIn };
};

const readLevel = async (client: TestAuthClient) =>
  (await client.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel;

describe("a security key as a second step", () => {
  it("is asked for a credential of this server, whatever the caller names", async () => {
    const { client, email } = await auth.signUp();
    const factorId = await enrol(client, "Key");
    const { webauthn, expires_at } = await challenge(client, factorId);
    expect(expires_at).toBe(Math.floor(auth.clock.now().getTime() / 1000) + 300);
    expect(webauthn).toMatchObject({
      type: "create",
      credential_options: {
        publicKey: {
          rp: { id: "localhost", name: "Paraline" },
          user: { name: email },
          attestation: "none",
          authenticatorSelection: { userVerification: "discouraged" },
        },
      },
    });
  });

  it("counts from its first answer on, raises the session and says so by email", async () => {
    const person = await auth.signUp();
    const before = decodeJwt(await person.accessToken()).session_id;
    const { factorId } = await addKey(person.client, "Blue key");
    expect(decodeJwt(await person.accessToken())).toMatchObject({
      session_id: before,
      aal: "aal2",
      amr: [{ method: "mfa/webauthn" }, { method: "password" }],
    });
    const { data } = await person.client.mfa.listFactors();
    expect(data?.webauthn).toMatchObject([
      { id: factorId, friendly_name: "Blue key", factor_type: "webauthn", status: "verified" },
    ]);
    expect(JSON.stringify(data)).not.toContain("public_key");
    expect(await auth.readEmail()).toMatchObject({ subject: "A second step was added" });
  });

  it("lets its owner in, and no one with another key", async () => {
    const { signIn, factorId, key } = await signUpWithKey();
    const client = await signIn();
    expect(await readLevel(client)).toBe("aal1");
    const { id: challengeId, webauthn } = await challenge(client, factorId);
    expect(webauthn.type).toBe("request");
    const other = createAuthenticator(origin);
    other.create({ challenge: "AAAA", rp: { id: "localhost" }, user: { id: "AAAA" } });
    const wrong = await client.mfa.webauthn.verify({
      factorId,
      challengeId,
      webauthn: {
        type: "request",
        rpId: "evil.example",
        credential_response: other.get({
          challenge: (webauthn.credential_options.publicKey as { challenge: ArrayBuffer })
            .challenge,
          rpId: "localhost",
        }),
      },
    });
    expect(wrong.error).toMatchObject({
      ...refused("mfa_verification_failed"),
      message: "Your security key was not accepted. Please try again.",
    });
    expect((await answer(client, { factorId, key })).error).toBeNull();
    expect(await readLevel(client)).toBe("aal2");
  });

  it.each([
    ["another origin", { origin: "https://paraline.evil.example" }],
    ["another site", { rpId: "evil.example" }],
    ["another challenge", { challenge: "AAAA" }],
    ["a count that has not grown", { counter: 0 }],
  ])("refuses an answer with %s", async (name, deviation) => {
    const { signIn, factorId, key } = await signUpWithKey();
    const client = await signIn();
    expect((await answer(client, { factorId, key })).error).toBeNull();
    const { error } = await answer(await signIn(), { factorId, key }, deviation);
    expect(error, name).toMatchObject(refused("mfa_verification_failed"));
  });

  it("accepts a challenge once, for five minutes, and not the other ceremony's answer", async () => {
    const { signIn, factorId, key } = await signUpWithKey();
    const client = await signIn();
    const first = await challenge(client, factorId);
    const options = (asked: typeof first) => asked.webauthn.credential_options.publicKey;
    const send = (type: "create" | "request", asked: typeof first) =>
      client.mfa.verify({
        factorId,
        challengeId: asked.id,
        webauthn: {
          type,
          rpId: "evil.example",
          // biome-ignore lint/suspicious/noExplicitAny: the library's types are those of a browser
          credential_response: key.get(options(asked) as any),
        },
      });
    expect((await send("create", first)).error).toMatchObject(refused("validation_failed", 400));
    expect((await send("request", first)).error).toBeNull();
    expect((await send("request", first)).error).toMatchObject(refused("mfa_factor_not_found"));
    const second = await challenge(client, factorId);
    auth.clock.advance({ minutes: 5 });
    expect((await send("request", second)).error).toMatchObject(refused("mfa_challenge_expired"));
  });

  it("is one of several, each with a name of its own, beside an authenticator app", async () => {
    const { client, factorId, key, signIn } = await signUpWithKey();
    const same = await client.mfa.webauthn.enroll({ friendlyName: "Key" });
    expect(same.error).toMatchObject(refused("mfa_factor_name_conflict"));
    const second = await addKey(client, "Spare key");
    await addApp(auth.clock, client, "Phone");
    for (const used of [{ factorId, key }, second]) {
      const here = await signIn();
      expect((await answer(here, used)).error).toBeNull();
      expect(await readLevel(here)).toBe("aal2");
    }
    await auth.readEmails();
  });

  it("is not added twice to one account", async () => {
    const { client } = await signUpWithKey();
    const factorId = await enrol(client, "Again");
    const { id: challengeId, webauthn } = await challenge(client, factorId);
    const options = webauthn.credential_options.publicKey as unknown as {
      challenge: ArrayBuffer;
      rp: { id: string };
      user: { id: ArrayBuffer };
      excludeCredentials: { id: ArrayBuffer }[];
    };
    expect(options.excludeCredentials).toHaveLength(1);
    const [present] = options.excludeCredentials;
    if (!present) throw new Error("nothing was excluded");
    const id = Buffer.from(present.id).toString("base64url");
    const { error } = await client.mfa.webauthn.verify({
      factorId,
      challengeId,
      webauthn: {
        type: "create",
        rpId: "evil.example",
        credential_response: createAuthenticator(origin).create(options, { id }),
      },
    });
    expect(error).toMatchObject(refused("mfa_verification_failed"));
  });

  it("lowers the sessions that passed it when it is removed", async () => {
    const { client, signIn, factorId, key } = await signUpWithKey();
    const elsewhere = await signIn();
    await answer(elsewhere, { factorId, key });
    expect((await client.mfa.unenroll({ factorId })).error).toBeNull();
    for (const lowered of [client, elsewhere]) {
      await lowered.refreshSession();
      const token = (await lowered.getSession()).data.session?.access_token ?? "";
      expect(decodeJwt(token)).toMatchObject({ aal: "aal1", amr: [{ method: "password" }] });
    }
    await auth.readEmails();
  });

  it("completes a recovery", async () => {
    const { email, user_id, factorId, key, client } = await signUpWithKey();
    await auth.prove(user_id);
    const recovering = await auth.recover({ email });
    expect((await client.getUser()).error).toBeNull();
    expect((await answer(recovering, { factorId, key })).error).toBeNull();
    expect((await client.getUser()).error?.name).toBe("AuthSessionMissingError");
  });

  it("cannot be guessed: wrong answers delay neither it nor the codes of an app", async () => {
    const { signIn, factorId, key } = await signUpWithKey();
    const client = await signIn();
    for (let times = 0; times < 7; times += 1) {
      const { error } = await answer(client, { factorId, key }, { challenge: "AAAA" });
      expect(error).toMatchObject(refused("mfa_verification_failed"));
    }
    expect((await answer(client, { factorId, key })).error).toBeNull();
    expect(await auth.readEmails()).toEqual([]);
  });
});
