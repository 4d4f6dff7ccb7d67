import { exportJWK, generateKeyPair, importJWK, type JWTPayload, SignJWT } from "jose";
import { beforeAll, describe, expect, it } from "vitest";
import { createSecrets, UnreadableSecretError } from "#server/system/secrets.ts";
import { createTestClock } from "#server/testing/clock.ts";
import { useTestDatabase } from "#server/testing/database/db.ts";
import { insertRow, readRow } from "#server/testing/database/rows.ts";
import { createTestOwner, type TestOwner } from "#server/testing/owners.ts";
import { ownerFrom } from "./owner.ts";
import { createSessionReader, type SessionReader } from "./session.ts";
import { openSigningKeys, type SigningKeys } from "./signing-keys.ts";

const database = useTestDatabase();
const clock = createTestClock();
const publicUrl = "http://localhost:3000";
const secrets = createSecrets(Buffer.alloc(32, 7));
const open = (withSecrets = secrets) =>
  openSigningKeys({ db: database.db, secrets: withSecrets, clock, publicUrl });

let keys: SigningKeys;
let sessions: SessionReader;
let owner: TestOwner;
let claims: JWTPayload;

beforeAll(async () => {
  keys = await open();
  sessions = createSessionReader({ db: database.db, keys, clock });
  owner = await createTestOwner({
    db: database.db,
    keys,
    clock,
    config: { publicUrl },
  });
  claims = await keys.verify(owner.access_token);
});

const ask = (token: string) => sessions.authenticate(`Bearer ${token}`);
const badJwt = { code: "bad_jwt", status: 403 };

describe("an access token", () => {
  it("identifies the caller", async () => {
    const session = await ask(owner.access_token);
    expect(session).toEqual({
      user_id: owner.user_id,
      session_id: claims.session_id,
      email: owner.email,
      aal: "aal1",
      has_verified_factor: false,
    });
    expect(ownerFrom(session)).toBe(owner.user_id);
  });

  it("may be named in upper or lower case", async () => {
    for (const scheme of ["Bearer", "bearer", "BEARER"]) {
      await expect(sessions.authenticate(`${scheme} ${owner.access_token}`)).resolves.toBeTruthy();
    }
  });

  it("is required", async () => {
    for (const header of [undefined, "", "Bearer", "Bearer ", "Basic YTpi", owner.access_token]) {
      await expect(sessions.authenticate(header)).rejects.toMatchObject({
        code: "no_authorization",
        status: 401,
      });
    }
  });

  it("is refused when it is changed anywhere, or is not a token", async () => {
    const [header, payload, signature] = owner.access_token.split(".");
    const forged = Buffer.from(JSON.stringify({ ...claims, sub: crypto.randomUUID() }));
    for (const token of [
      "nonsense",
      "a.b.c",
      `${header}.${forged.toString("base64url")}.${signature}`,
      `${header}.${payload}.`,
      `${header}.${payload}.${signature?.slice(0, -4)}AAAA`,
    ]) {
      await expect(ask(token)).rejects.toMatchObject(badJwt);
    }
  });

  it("is refused without a signature, or with one that anybody can make from the public key", async () => {
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
    await expect(ask(`${encode({ alg: "none" })}.${encode(claims)}.`)).rejects.toMatchObject(
      badJwt,
    );

    const [published] = (await keys.publish()).keys;
    const hmac = await new SignJWT(claims)
      .setProtectedHeader({ alg: "HS256", kid: published?.kid ?? "" })
      .sign(Buffer.from(JSON.stringify(published)));
    await expect(ask(hmac)).rejects.toMatchObject(badJwt);
  });

  it("is refused when another key signed it, whatever its header points to", async () => {
    const stranger = await generateKeyPair("ES256", { extractable: true });
    const jwk = await exportJWK(stranger.publicKey);
    const [published] = (await keys.publish()).keys;
    for (const header of [
      { alg: "ES256" },
      { alg: "ES256", kid: published?.kid ?? "" },
      { alg: "ES256", kid: published?.kid ?? "", jwk },
      { alg: "ES256", kid: "strange", jku: "https://evil.example/jwks.json" },
    ]) {
      const token = await new SignJWT(claims).setProtectedHeader(header).sign(stranger.privateKey);
      await expect(ask(token)).rejects.toMatchObject(badJwt);
    }
  });

  it("is refused when it has expired, was made for somebody else, or is incomplete", async () => {
    const { sub: _sub, ...nobody } = claims;
    const { session_id: _session, ...withoutSession } = claims;
    const { exp: _exp, ...forever } = claims;
    for (const wrong of [
      { ...claims, exp: Math.floor(clock.now().getTime() / 1000) - 1 },
      { ...claims, aud: "somebody" },
      { ...claims, iss: "https://evil.example/auth/v1" },
      { ...claims, sub: "not an id" },
      { ...claims, session_id: 7 },
      nobody,
      withoutSession,
      forever,
    ]) {
      await expect(ask(await keys.sign(wrong))).rejects.toMatchObject(badJwt);
    }
  });

  it("is refused once its session is gone or belongs to somebody else", async () => {
    const other = await createTestOwner({
      db: database.db,
      keys,
      clock,
      config: { publicUrl },
    });
    const mixed = await keys.sign({ ...claims, sub: other.user_id });
    const unknown = await keys.sign({ ...claims, session_id: crypto.randomUUID() });
    await database.db.deleteFrom("auth.sessions").where("user_id", "=", other.user_id).execute();
    for (const token of [other.access_token, mixed, unknown]) {
      await expect(ask(token)).rejects.toMatchObject({ code: "session_not_found", status: 403 });
    }
  });

  it("lets a database error through unchanged, so that an outage signs no one out", async () => {
    const lost = new Error("Connection terminated unexpectedly");
    const failing = createSessionReader({
      db: new Proxy(database.db, {
        get(target, name) {
          if (name === "executeQuery") return () => Promise.reject(lost);
          return Reflect.get(target, name);
        },
      }),
      keys,
      clock,
    });
    await expect(failing.authenticate(`Bearer ${owner.access_token}`)).rejects.toBe(lost);
  });
});

describe("the signing key", () => {
  it("is made once, and the same for every process", async () => {
    const rings = await Promise.all([open(), open(), open()]);
    const published = await Promise.all(rings.map((ring) => ring.publish()));
    expect(published.map(({ keys: [key] }) => key?.kid)).toEqual(
      Array(3).fill((await keys.publish()).keys[0]?.kid),
    );
    const token = await rings[0]?.sign(claims);
    await expect(keys.verify(token ?? "")).resolves.toMatchObject({ sub: claims.sub });
  });

  it("is published without its private half, and stored encrypted", async () => {
    const [key] = (await keys.publish()).keys;
    expect(key).not.toHaveProperty("d");
    const row = await readRow(database.db, "auth.signing_keys");
    expect(row.private_encrypted?.toString("latin1")).not.toContain('"d"');
    expect(row.public_jwk).not.toHaveProperty("d");
  });

  it("cannot be opened by a process with another APP_SECRET, which says so", async () => {
    await expect(open(createSecrets(Buffer.alloc(32, 8)))).rejects.toThrow(UnreadableSecretError);
  });

  it("is read again within a minute, so that a removed one is no longer accepted", async () => {
    const stranger = await generateKeyPair("ES256", { extractable: true });
    const publicJwk = await exportJWK(stranger.publicKey);
    await insertRow(database.db, "auth.signing_keys", {
      kid: "previous",
      public_jwk: JSON.stringify(publicJwk),
      private_encrypted: Buffer.alloc(0),
      state: "previous",
      created_at: clock.now(),
    });
    const key = await importJWK(await exportJWK(stranger.privateKey), "ES256");
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: "ES256", kid: "previous" })
      .sign(key);
    await expect(ask(token)).rejects.toMatchObject(badJwt);

    // Sooner than a minute, because another process may have made the key that a token names.
    clock.advance({ seconds: 6 });
    await expect(ask(token)).resolves.toMatchObject({ user_id: owner.user_id });
    await database.db.deleteFrom("auth.signing_keys").where("kid", "=", "previous").execute();
    clock.advance({ seconds: 61 });
    await expect(ask(token)).rejects.toMatchObject(badJwt);
  });
});
