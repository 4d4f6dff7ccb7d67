import {
  type CryptoKey,
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWTPayload,
  jwtVerify,
  SignJWT,
} from "jose";
import type { Db } from "#server/db/tables.ts";
import type { Clock } from "#server/system/clock.ts";
import { type Secrets, UnreadableSecretError } from "#server/system/secrets.ts";
import { AuthError } from "./auth-error.ts";

const algorithm = "ES256";
const rereadAfterSeconds = 60;

/** A public key as `/.well-known/jwks.json` shows it. */
type PublishedKey = {
  kty: "EC";
  crv: "P-256";
  x: string;
  y: string;
  alg: "ES256";
  use: "sig";
  key_ops: ["verify"];
  kid: string;
};

/** The keys that sign access tokens; all processes share them through the database. */
export interface SigningKeys {
  /** Signs the claims unchanged. Sometimes queries the database, so not to be called inside a transaction. */
  sign(claims: JWTPayload): Promise<string>;
  /**
   * The claims of a token that one of our keys signed, that is addressed to us and has not expired. No header
   * but `kid` is used. Not to be called inside a transaction.
   * @throws AuthError bad_jwt
   */
  verify(accessToken: string): Promise<JWTPayload>;
  /** The public keys, for third parties that verify tokens. */
  publish(): Promise<{ keys: PublishedKey[] }>;
}

/** The audience of all sign-in tokens. */
export const tokenAudience = "authenticated";

/** The `iss` of tokens: `/auth/v1` of the public address. */
export function tokenIssuer(publicUrl: string): string {
  return `${publicUrl}/auth/v1`;
}

type KeyRing = {
  current: { kid: string; privateKey: CryptoKey };
  publicKeys: Map<string, CryptoKey>;
  published: PublishedKey[];
};

/**
 * Reads the signing keys, making the first one where there is none; several processes starting at once
 * agree on one.
 * @throws UnreadableSecretError when the stored keys were encrypted with another APP_SECRET
 */
export async function openSigningKeys({
  db,
  secrets,
  clock,
  publicUrl,
}: {
  db: Db;
  secrets: Secrets;
  clock: Clock;
  publicUrl: string;
}): Promise<SigningKeys> {
  let ring = await readKeyRing(db, secrets);
  if (!ring) {
    await createFirstKey(db, secrets, clock.now());
    ring = await readKeyRing(db, secrets);
  }
  if (!ring) throw new Error("No signing key could be stored.");

  let present = ring;
  let readAt = clock.now().getTime();
  let reading: Promise<void> | undefined;

  const reread = () => {
    reading ??= readKeyRing(db, secrets)
      .then((fresh) => {
        if (fresh) present = fresh;
        readAt = clock.now().getTime();
      })
      .finally(() => {
        reading = undefined;
      });
    return reading;
  };
  const keyRing = async () => {
    if (clock.now().getTime() - readAt >= rereadAfterSeconds * 1000) await reread();
    return present;
  };

  const issuer = tokenIssuer(publicUrl);

  return {
    async sign(claims) {
      const { current } = await keyRing();
      return new SignJWT(claims)
        .setProtectedHeader({ alg: algorithm, kid: current.kid, typ: "JWT" })
        .sign(current.privateKey);
    },

    async verify(accessToken) {
      const { publicKeys } = await keyRing();
      try {
        const { payload } = await jwtVerify(
          accessToken,
          ({ kid }) => {
            const key = kid === undefined ? undefined : publicKeys.get(kid);
            if (!key) throw new AuthError("bad_jwt");
            return key;
          },
          {
            algorithms: [algorithm],
            issuer,
            audience: tokenAudience,
            requiredClaims: ["sub", "session_id", "exp"],
            currentDate: clock.now(),
          },
        );
        return payload;
      } catch (error) {
        throw new AuthError("bad_jwt", { cause: error });
      }
    },

    async publish() {
      const { published } = await keyRing();
      return { keys: published };
    },
  };
}

async function readKeyRing(db: Db, secrets: Secrets): Promise<KeyRing | undefined> {
  const rows = await db
    .selectFrom("auth.signing_keys")
    .select(["kid", "public_jwk", "private_encrypted", "state"])
    .orderBy("created_at", "desc")
    .execute();

  let current: KeyRing["current"] | undefined;
  const publicKeys = new Map<string, CryptoKey>();
  const published: PublishedKey[] = [];
  for (const row of rows) {
    const { x, y } = row.public_jwk;
    if (typeof x !== "string" || typeof y !== "string") {
      throw new Error(`The signing key ${row.kid} is damaged.`);
    }
    const publicJwk = { kty: "EC", crv: "P-256", x, y, alg: algorithm } as const;
    publicKeys.set(row.kid, await importKey(publicJwk));
    published.push({ ...publicJwk, use: "sig", key_ops: ["verify"], kid: row.kid });
    if (row.state === "current") {
      const privateJwk: unknown = JSON.parse(
        secrets.decrypt(row.private_encrypted, keyContext(row.kid)).toString("utf8"),
      );
      if (!isPrivateJwk(privateJwk)) throw new UnreadableSecretError();
      current = { kid: row.kid, privateKey: await importKey({ ...publicJwk, d: privateJwk.d }) };
    }
  }
  return current && { current, publicKeys, published };
}

/**
 * Whether this process has the APP_SECRET that the database was used with so far.
 * @throws UnreadableSecretError when it does not open a stored signing key
 */
export async function requireReadableSigningKeys(db: Db, secrets: Secrets): Promise<void> {
  const rows = await db
    .selectFrom("auth.signing_keys")
    .select(["kid", "private_encrypted"])
    .execute();
  for (const { kid, private_encrypted } of rows) {
    secrets.decrypt(private_encrypted, keyContext(kid));
  }
}

/**
 * Encrypts the private signing keys with the present APP_SECRET; doing it twice is harmless.
 * @throws UnreadableSecretError for one that neither the present nor the previous secret opens
 */
export async function reencryptSigningKeys(db: Db, secrets: Secrets): Promise<void> {
  const rows = await db
    .selectFrom("auth.signing_keys")
    .select(["kid", "private_encrypted"])
    .execute();
  for (const { kid, private_encrypted } of rows) {
    const context = keyContext(kid);
    const key = secrets.decrypt(private_encrypted, context);
    await db
      .updateTable("auth.signing_keys")
      .set({ private_encrypted: secrets.encrypt(key, context) })
      .where("kid", "=", kid)
      .execute();
  }
}

async function createFirstKey(db: Db, secrets: Secrets, now: Date): Promise<void> {
  const pair = await generateKeyPair(algorithm, { extractable: true });
  const publicJwk = await exportJWK(pair.publicKey);
  const kid = await calculateJwkThumbprint(publicJwk, "sha256");
  const privateJwk = JSON.stringify(await exportJWK(pair.privateKey));
  await db
    .insertInto("auth.signing_keys")
    .values({
      kid,
      public_jwk: JSON.stringify(publicJwk),
      private_encrypted: secrets.encrypt(Buffer.from(privateJwk), keyContext(kid)),
      state: "current",
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function importKey(jwk: {
  kty: "EC";
  crv: "P-256";
  x: string;
  y: string;
  d?: string;
}): Promise<CryptoKey> {
  const key = await importJWK(jwk, algorithm);
  if (key instanceof Uint8Array) throw new Error("A signing key is not an elliptic-curve key.");
  return key;
}

function isPrivateJwk(value: unknown): value is { d: string } {
  return typeof value === "object" && value !== null && "d" in value && typeof value.d === "string";
}

const keyContext = (kid: string) => `signing key ${kid}`;
