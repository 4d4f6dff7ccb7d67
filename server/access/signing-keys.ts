import {
  type CryptoKey,
  calculateJwkThumbprint,
  decodeProtectedHeader,
  errors,
  type JWTPayload,
  jwtVerify,
  SignJWT,
} from "jose";
import type { SigningAlgorithm } from "#server/config/signing-algorithms.ts";
import type { Db } from "#server/db/tables.ts";
import type { Clock } from "#server/system/clock.ts";
import type { Secrets } from "#server/system/secrets.ts";
import { AuthError } from "./auth-error.ts";
import {
  generateSigningKey,
  importPrivateKey,
  importPublicKey,
  type PublishedKey,
  readPublicJwk,
} from "./signing-algorithms.ts";

const rereadAfterSeconds = 60;
/** An unknown key may have just been made by another process, but strangers can name any number of unknown keys. */
const rereadForUnknownAfterSeconds = 5;

/** The keys that sign access tokens; all processes share them through the database. */
export interface SigningKeys {
  /** Signs the claims unchanged. Not to be called inside a transaction, because it sometimes queries the database. */
  sign(claims: JWTPayload): Promise<string>;
  /**
   * The claims of a token that one of our keys signed, that is addressed to us, and that has not expired. Of the
   * headers only `kid` is used; the algorithm is the one that the key was made for. Not to be called inside a
   * transaction.
   * @throws AuthError bad_jwt
   */
  verify(accessToken: string): Promise<JWTPayload>;
  /**
   * The public keys, for third parties that verify tokens. They include the key that will sign next, if there is one.
   */
  publish(): Promise<{ keys: PublishedKey[] }>;
}

/** The audience of all sign-in tokens. */
export const tokenAudience = "authenticated";

/** The `iss` of tokens: `/auth/v1` of the public address. */
export function tokenIssuer(publicUrl: string): string {
  return `${publicUrl}/auth/v1`;
}

type VerifyingKey = { algorithm: SigningAlgorithm; publicKey: CryptoKey };

type KeyRing = {
  current: { kid: string; algorithm: SigningAlgorithm; privateKey: CryptoKey };
  verifying: Map<string, VerifyingKey>;
  published: PublishedKey[];
};

/**
 * Reads the signing keys, and makes the first one if there is none. Several processes that start at once agree on the
 * same key.
 * @param algorithm of the first key; later ones are made by `rotateSigningKeys`
 * @throws UnreadableSecretError when the stored keys were encrypted with another APP_SECRET
 */
export async function openSigningKeys({
  db,
  secrets,
  clock,
  publicUrl,
  algorithm = "ES256",
}: {
  db: Db;
  secrets: Secrets;
  clock: Clock;
  publicUrl: string;
  algorithm?: SigningAlgorithm;
}): Promise<SigningKeys> {
  let ring = await readKeyRing(db, secrets, clock.now());
  if (!ring) {
    const now = clock.now();
    await insertSigningKey(db, secrets, { algorithm, state: "current", signs_from: now, now });
    ring = await readKeyRing(db, secrets, now);
  }
  if (!ring) throw new Error("No signing key could be stored.");

  let present = ring;
  let readAt = clock.now().getTime();
  let reading: Promise<void> | undefined;

  const reread = () => {
    reading ??= readKeyRing(db, secrets, clock.now())
      .then((fresh) => {
        if (fresh) present = fresh;
        readAt = clock.now().getTime();
      })
      .finally(() => {
        reading = undefined;
      });
    return reading;
  };
  const keyRing = async (maxAgeSeconds = rereadAfterSeconds) => {
    // A clock that was set back must not make the present keys last.
    if (Math.abs(clock.now().getTime() - readAt) >= maxAgeSeconds * 1000) await reread();
    return present;
  };
  const findKey = async (kid: string | undefined): Promise<VerifyingKey> => {
    const key =
      kid === undefined
        ? undefined
        : ((await keyRing()).verifying.get(kid) ??
          (await keyRing(rereadForUnknownAfterSeconds)).verifying.get(kid));
    if (!key) throw new AuthError("bad_jwt");
    return key;
  };

  const issuer = tokenIssuer(publicUrl);

  return {
    async sign(claims) {
      const { current } = await keyRing();
      return new SignJWT(claims)
        .setProtectedHeader({ alg: current.algorithm, kid: current.kid, typ: "JWT" })
        .sign(current.privateKey);
    },

    async verify(accessToken) {
      const key = await findKey(readKeyId(accessToken));
      try {
        const { payload } = await jwtVerify(accessToken, key.publicKey, {
          algorithms: [key.algorithm],
          issuer,
          audience: tokenAudience,
          requiredClaims: ["sub", "session_id", "exp"],
          currentDate: clock.now(),
        });
        return payload;
      } catch (error) {
        throw refusedToken(error);
      }
    },

    async publish() {
      const { published } = await keyRing();
      return { keys: published };
    },
  };
}

/**
 * The error for a token that did not pass verification. It says if the token has expired, because clients then get a
 * new one.
 */
function refusedToken(cause: unknown): AuthError {
  if (!(cause instanceof errors.JWTExpired)) return new AuthError("bad_jwt", { cause });
  const { message } = new AuthError("bad_jwt");
  const reason = "token has invalid claims: token is expired";
  return new AuthError("bad_jwt", { message: `${message}, ${reason}`, cause });
}

/** @throws AuthError bad_jwt */
function readKeyId(accessToken: string): string | undefined {
  try {
    return decodeProtectedHeader(accessToken).kid;
  } catch (error) {
    throw new AuthError("bad_jwt", { cause: error });
  }
}

async function readKeyRing(db: Db, secrets: Secrets, now: Date): Promise<KeyRing | undefined> {
  const rows = await db
    .selectFrom("auth.signing_keys")
    .select(["kid", "algorithm", "public_jwk", "private_encrypted", "state", "verifies_until"])
    .orderBy("created_at", "desc")
    .execute();

  let current: KeyRing["current"] | undefined;
  const verifying: KeyRing["verifying"] = new Map();
  const published: PublishedKey[] = [];
  for (const { kid, algorithm, public_jwk, private_encrypted, state, verifies_until } of rows) {
    if (verifies_until !== null && verifies_until <= now) continue;
    const jwk = readPublicJwk(algorithm, public_jwk);
    verifying.set(kid, { algorithm, publicKey: await importPublicKey(algorithm, jwk) });
    published.push({ ...jwk, alg: algorithm, use: "sig", key_ops: ["verify"], kid });
    if (state !== "current" || private_encrypted === null) continue;
    const stored = secrets.decrypt(private_encrypted, keyContext(kid)).toString("utf8");
    current = { kid, algorithm, privateKey: await importPrivateKey(algorithm, stored) };
  }
  return current && { current, verifying, published };
}

/**
 * Checks that this process has the APP_SECRET that the database has been used with so far.
 * @throws UnreadableSecretError when it does not open a stored signing key
 */
export async function requireReadableSigningKeys(db: Db, secrets: Secrets): Promise<void> {
  for (const { kid, private_encrypted } of await listPrivateKeys(db)) {
    secrets.decrypt(private_encrypted, keyContext(kid));
  }
}

/**
 * Encrypts the private signing keys with the present APP_SECRET. Doing it twice is harmless.
 * @throws UnreadableSecretError for a key that neither the present nor the previous secret opens
 */
export async function reencryptSigningKeys(db: Db, secrets: Secrets): Promise<void> {
  for (const { kid, private_encrypted } of await listPrivateKeys(db)) {
    const context = keyContext(kid);
    const key = secrets.decrypt(private_encrypted, context);
    await db
      .updateTable("auth.signing_keys")
      .set({ private_encrypted: secrets.encrypt(key, context) })
      .where("kid", "=", kid)
      // The private half of a key that was retired in the meantime has been deleted.
      .where("private_encrypted", "is not", null)
      .execute();
  }
}

function listPrivateKeys(db: Db) {
  return db
    .selectFrom("auth.signing_keys")
    .select(["kid", "private_encrypted"])
    .where("private_encrypted", "is not", null)
    .$narrowType<{ private_encrypted: Buffer }>()
    .execute();
}

/**
 * Makes a key and stores it, unless there is already a key in the given state.
 * @returns its id, even if it was not stored
 */
export async function insertSigningKey(
  db: Db,
  secrets: Secrets,
  {
    algorithm,
    state,
    signs_from,
    now,
  }: {
    algorithm: SigningAlgorithm;
    state: "standby" | "current";
    signs_from: Date;
    now: Date;
  },
): Promise<string> {
  const { publicJwk, privateJwk } = await generateSigningKey(algorithm);
  const kid = await calculateJwkThumbprint(publicJwk, "sha256");
  await db
    .insertInto("auth.signing_keys")
    .values({
      kid,
      algorithm,
      public_jwk: JSON.stringify(publicJwk),
      private_encrypted: secrets.encrypt(Buffer.from(privateJwk), keyContext(kid)),
      state,
      signs_from,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return kid;
}

const keyContext = (kid: string) => `signing key ${kid}`;
