import { createHmac, hkdfSync, randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Sealed, SealedKind, WrappedKey } from "#server/db/sealed.ts";
import type { Db, Tx } from "#server/db/tables.ts";
import { createCipher, type Secrets } from "#server/secrets.ts";

const key_bytes = 32;

/** What the keys of paralines and rounds are stored as: encrypted, and with which APP_SECRET. */
export type StoredKey = {
  wrapped_key: WrappedKey;
  secret_id: string;
};

/** Which table a key is kept in, and what it is bound to there besides its paraline. */
type KeyPurpose = "circle key" | "round key";

/**
 * Reads and writes the texts of one paraline. Only for this folder: what leaves it can either write (an invitee's
 * submit, new insights) or belongs to a `ReadableCircle` or a release.
 */
export interface CircleCipher {
  /** @param text as it is to be stored, padding included */
  seal<Kind extends SealedKind>(kind: Kind, text: string): Sealed<Kind>;
  /** @throws UnreadableSecretError for what was stored for another paraline, as another kind, or changed since */
  open<Kind extends SealedKind>(kind: Kind, sealed: Sealed<Kind>): string;
  /** A keyed hash of a text, 32 bytes: equal texts can be recognized while the key exists, and not be guessed without it. */
  hash(text: string): Buffer;
}

/** Makes a new key for a paraline or a round, encrypted for storage. */
export function makeKey(secrets: Secrets, purpose: KeyPurpose, circle_id: string): StoredKey {
  const key = randomBytes(key_bytes);
  return { wrapped_key: wrap(secrets, purpose, circle_id, key), secret_id: secrets.id };
}

/**
 * The same key, encrypted with the present APP_SECRET.
 * @throws UnreadableSecretError when neither the present nor the previous secret opens it
 */
export function rewrapKey(
  secrets: Secrets,
  purpose: KeyPurpose,
  circle_id: string,
  wrapped_key: WrappedKey,
): StoredKey {
  const key = unwrap(secrets, purpose, circle_id, wrapped_key);
  return { wrapped_key: wrap(secrets, purpose, circle_id, key), secret_id: secrets.id };
}

/**
 * What a stored key reads and writes. Texts are AES-256-GCM, bound to the paraline and the kind of text.
 * @throws UnreadableSecretError when it was encrypted with another APP_SECRET
 */
export function cipherOf(
  secrets: Secrets,
  purpose: KeyPurpose,
  circle_id: string,
  wrapped_key: WrappedKey,
): CircleCipher {
  const key = unwrap(secrets, purpose, circle_id, wrapped_key);
  const { encrypt, decrypt } = createCipher(key);
  let hash_key: Buffer | undefined;
  return {
    seal: <Kind extends SealedKind>(kind: Kind, text: string) =>
      encrypt(Buffer.from(text), `${kind} ${circle_id}`) as unknown as Sealed<Kind>,
    open: (kind, sealed) =>
      decrypt(sealed as unknown as Uint8Array, `${kind} ${circle_id}`).toString("utf8"),
    hash(text) {
      hash_key ??= Buffer.from(hkdfSync("sha256", key, "", "paraline keyed hash", key_bytes));
      return createHmac("sha256", hash_key).update(text).digest();
    },
  };
}

/** Stores the key of a new paraline; belongs in the transaction that makes it, right after its row. */
export async function createCircleKey(tx: Tx, secrets: Secrets, circle_id: string): Promise<void> {
  await tx
    .insertInto("circle_keys")
    .values({ circle_id, ...makeKey(secrets, "circle key", circle_id) })
    .execute();
}

/**
 * A function that makes keyed hashes for one paraline, for recognizing the names of people who were removed from it.
 * The hashes end with the paraline's key.
 */
export async function loadCircleHash(
  db: Db,
  secrets: Secrets,
  circle_id: string,
): Promise<CircleCipher["hash"]> {
  const { wrapped_key } = await db
    .selectFrom("circle_keys")
    .where("circle_id", "=", circle_id)
    .select("wrapped_key")
    .executeTakeFirstOrThrow();
  return cipherOf(secrets, "circle key", circle_id, wrapped_key).hash;
}

/**
 * Whether every stored key opens with the APP_SECRET of this process, or the previous one.
 * @throws LostSecretError
 */
export async function requireReadableKeys(db: Db, secrets: Secrets): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select secret_id from circle_keys union all select secret_id from round_keys
    ) as keys
    where secret_id <> all(${[...secrets.accepted_ids]}::text[])`.execute(db);
  const count = rows[0]?.count ?? 0;
  if (count > 0) throw new LostSecretError(count);
}

/** This process has another APP_SECRET than the one that stored answers are encrypted with. */
export class LostSecretError extends Error {
  constructor(keys: number) {
    super(
      `APP_SECRET is not the one that this database's answers are encrypted with (${keys} ${keys === 1 ? "key does" : "keys do"} not open). Set it to the one used before, or restore app-secret under DATA_DIR. To change it, set APP_SECRET_PREVIOUS to the one used before and run npm run secret:rotate. Without it the answers can't be read by anyone.`,
    );
    this.name = "LostSecretError";
  }
}

function wrap(secrets: Secrets, purpose: KeyPurpose, circle_id: string, key: Buffer): WrappedKey {
  return secrets.encrypt(key, `${purpose} ${circle_id}`) as unknown as WrappedKey;
}

function unwrap(
  secrets: Secrets,
  purpose: KeyPurpose,
  circle_id: string,
  wrapped_key: WrappedKey,
): Buffer {
  return secrets.decrypt(wrapped_key as unknown as Uint8Array, `${purpose} ${circle_id}`);
}
