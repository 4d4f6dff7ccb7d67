import { createLocalJWKSet, decodeProtectedHeader, importJWK, jwtVerify, SignJWT } from "jose";
import { beforeEach, describe, expect, it } from "vitest";
import {
  prepareSigningKey,
  replaceSigningKey,
  rotateSigningKeys,
} from "#server/access/rotate-signing-keys.ts";
import { openSigningKeys, tokenAudience } from "#server/access/signing-keys.ts";
import type { SigningAlgorithm } from "#server/config/signing-algorithms.ts";
import { useTestAuth } from "#server/testing/auth/auth.ts";
import { readRow, readRows } from "#server/testing/database/rows.ts";

const auth = useTestAuth();
const url = "http://localhost:3000/auth/v1";

const depsFor = (authSigningAlgorithm: SigningAlgorithm = "ES256", authKeyRotationDays = 90) => ({
  ...auth.deps,
  config: { ...auth.deps.config, authSigningAlgorithm, authKeyRotationDays },
});
const rotate = (algorithm?: SigningAlgorithm, days?: number) =>
  rotateSigningKeys(depsFor(algorithm, days));
const published = async () => {
  const { keys } = await auth.deps.keys.publish();
  return keys;
};
const states = async () => {
  const rows = await readRows(auth.db, "auth.signing_keys", {}, ["state", "algorithm"]);
  return rows.map(({ state, algorithm }) => `${state} ${algorithm}`).sort();
};
const readTokenHeader = async (person: { accessToken(): Promise<string> }) =>
  decodeProtectedHeader(await person.accessToken());
const askUser = async (token: string) => {
  const { status, body } = await auth.send("GET", "/user", undefined, token);
  return status === 200 ? 200 : [status, body.code];
};
const minutes = (count: number) => auth.clock.advance({ seconds: count * 60 });

beforeEach(async () => {
  const start = auth.clock.now();
  await replaceSigningKey(depsFor(), { isCompromised: true });
  // The previous test may have read the keys at any time, so a jump of the clock has them read again.
  auth.clock.set(new Date(0));
  await published();
  auth.clock.set(start);
  await published();
});

describe("a signing key", () => {
  it("stays while it is young enough, however often the job runs", async () => {
    const [before] = await published();
    expect(await rotate()).toEqual({ removed: [] });
    minutes(89 * 24 * 60);
    expect(await rotate()).toEqual({ removed: [] });
    expect(await published()).toEqual([before]);
  });

  it("is published 20 minutes before it signs, and verifies until the last token has ended", async () => {
    const [first] = await published();
    const early = await auth.signUp();
    const earlyToken = await early.accessToken();

    minutes(90 * 24 * 60);
    const { prepared } = await rotate();
    minutes(1);
    expect((await published()).map(({ kid }) => kid).sort()).toEqual(
      [first?.kid, prepared?.kid].sort(),
    );
    minutes(18.5);
    expect(await rotate()).toEqual({ removed: [] });
    const late = await auth.signUp();
    expect(await readTokenHeader(late)).toMatchObject({ kid: first?.kid });

    minutes(0.5);
    expect(await rotate()).toMatchObject({ activated: prepared?.kid });
    // A process that has not read the keys again continues to sign with the former one.
    const lateToken = (await late.client.refreshSession()).data.session?.access_token ?? "";
    expect(decodeProtectedHeader(lateToken).kid).toBe(first?.kid);
    minutes(1);
    expect(await readTokenHeader(await auth.signUp())).toMatchObject({ kid: prepared?.kid });
    expect(await askUser(lateToken)).toBe(200);
    expect(await askUser(earlyToken)).toEqual([403, "bad_jwt"]);
    expect(await states()).toEqual(["current ES256", "previous ES256"]);

    minutes(60 + 19);
    expect((await rotate()).removed).toEqual([first?.kid]);
    expect((await published()).map(({ kid }) => kid)).toEqual([prepared?.kid]);
  });

  it("cannot sign once it was replaced: its private half is gone", async () => {
    const { activated } = await replaceSigningKey(depsFor(), { isCompromised: false });
    const rows = await auth.db.selectFrom("auth.signing_keys").selectAll().execute();
    expect(
      rows.map(({ kid, private_encrypted }) => [kid === activated, private_encrypted]),
    ).toEqual(
      expect.arrayContaining([
        [true, expect.any(Buffer)],
        [false, null],
      ]),
    );
  });

  it("is replaced once, by however many processes at once", async () => {
    minutes(91 * 24 * 60);
    const made = await Promise.all([rotate(), rotate(), rotate()]);
    expect(made.filter(({ prepared }) => prepared)).toHaveLength(1);
    minutes(21);
    const activated = await Promise.all([rotate(), rotate(), rotate()]);
    expect(activated.filter((rotation) => rotation.activated)).toHaveLength(1);
    expect(await states()).toEqual(["current ES256", "previous ES256"]);
  });

  it("is never replaced automatically if the operator wants to do it", async () => {
    minutes(4000 * 24 * 60);
    expect(await rotate("ES256", 0)).toEqual({ removed: [] });
    expect((await prepareSigningKey(depsFor("ES256", 0))).prepared).toBeDefined();
    expect((await prepareSigningKey(depsFor("ES256", 0))).prepared).toBeDefined();
    expect(await states()).toEqual(["current ES256", "standby ES256"]);
  });

  it("a signing key that someone else has is no longer accepted within a minute, and people stay signed in", async () => {
    const person = await auth.signUp();
    const token = await person.accessToken();
    await prepareSigningKey(depsFor());
    const { removed } = await replaceSigningKey(depsFor(), { isCompromised: true });
    expect(removed).toHaveLength(2);
    minutes(1);
    expect(await askUser(token)).toEqual([403, "bad_jwt"]);
    const { data, error } = await person.client.refreshSession();
    expect(error).toBeNull();
    expect(await askUser(data.session?.access_token ?? "")).toBe(200);
    expect(await states()).toEqual(["current ES256"]);
  });

  it("a signing key that another process has just made is looked up at once", async () => {
    const other = await openSigningKeys({ ...auth.deps, publicUrl: "http://localhost:3000" });
    const person = await auth.signUp();
    const claims = await auth.deps.keys.verify(await person.accessToken());
    await replaceSigningKey(depsFor(), { isCompromised: false });
    minutes(1);
    const token = await other.sign(claims);
    expect(await askUser(token)).toBe(200);
  });
});

describe("the algorithm", () => {
  it.each([
    ["ES256", { kty: "EC", crv: "P-256", x: expect.any(String), y: expect.any(String) }],
    ["RS256", { kty: "RSA", n: expect.any(String), e: "AQAB" }],
    ["EdDSA", { kty: "OKP", crv: "Ed25519", x: expect.any(String) }],
  ] as const)(
    "can be %s: the set shows the members of its keys, and tokens verify",
    async (alg, members) => {
      await replaceSigningKey(depsFor(alg), { isCompromised: true });
      minutes(1);
      const keys = await published();
      expect(keys).toEqual([
        { ...members, alg, use: "sig", key_ops: ["verify"], kid: expect.any(String) },
      ]);

      const person = await auth.signUp();
      const token = await person.accessToken();
      expect(await readTokenHeader(person)).toEqual({ alg, kid: keys[0]?.kid, typ: "JWT" });
      const { payload } = await jwtVerify(token, createLocalJWKSet({ keys }), {
        issuer: url,
        audience: tokenAudience,
        currentDate: auth.clock.now(),
      });
      expect(payload.sub).toBe(person.user_id);
      expect((await person.client.getUser()).data.user?.id).toBe(person.user_id);
      // This version of the client library does not support EdDSA.
      if (alg === "EdDSA") await expect(person.client.getClaims()).rejects.toThrow("Invalid alg");
      else expect((await person.client.getClaims()).data?.claims.sub).toBe(person.user_id);
    },
  );

  it("can be changed: the key of the new one waits like any other, and both are accepted", async () => {
    const early = await auth.signUp();
    const first = await early.accessToken();
    const { prepared } = await rotate("RS256");
    expect(await states()).toEqual(["current ES256", "standby RS256"]);
    minutes(21);
    expect(await rotate("RS256")).toMatchObject({ activated: prepared?.kid });
    minutes(1);
    const late = await auth.signUp();
    expect(await readTokenHeader(late)).toMatchObject({ alg: "RS256", kid: prepared?.kid });
    expect(await askUser(first)).toBe(200);
    expect((await early.client.getClaims()).data?.header.alg).toBe("ES256");
    expect((await late.client.getClaims()).data?.header.alg).toBe("RS256");
  });

  it("changed back in time, takes a key along that has never signed", async () => {
    const { prepared } = await rotate("EdDSA");
    expect(await rotate("ES256")).toEqual({ removed: [prepared?.kid] });
    expect(await states()).toEqual(["current ES256"]);
  });

  it("is that of the key, whatever a token's header says", async () => {
    await replaceSigningKey(depsFor("RS256"), { isCompromised: true });
    minutes(1);
    const person = await auth.signUp();
    const claims = await auth.deps.keys.verify(await person.accessToken());
    const [key] = await published();
    if (key?.kty !== "RSA") throw new Error("There is no RSA key.");
    // These tokens are signed with the public key alone, or with the same private key by another algorithm.
    const forged = await new SignJWT(claims)
      .setProtectedHeader({ alg: "HS256", kid: key.kid })
      .sign(Buffer.from(key.n, "base64url"));
    expect(await askUser(forged)).toEqual([403, "bad_jwt"]);
    const row = await readRow(auth.db, "auth.signing_keys", {}, ["private_encrypted"]);
    const jwk = auth.deps.secrets.decrypt(
      row.private_encrypted ?? Buffer.alloc(0),
      `signing key ${key.kid}`,
    );
    const sameKey = await importJWK(JSON.parse(jwk.toString()), "PS256");
    const other = await new SignJWT(claims)
      .setProtectedHeader({ alg: "PS256", kid: key.kid })
      .sign(sameKey);
    expect(await askUser(other)).toEqual([403, "bad_jwt"]);
  });
});
