import { createHmac, hkdfSync, randomBytes } from "node:crypto";
import type { Sealed, SealedKind, WrappedKey } from "#server/db/sealed.ts";
import { createCipher, type Secrets } from "#server/secrets.ts";

const key_bytes = 32;

/** The stored keys of circles and rounds: encrypted, and with which APP_SECRET. */
export type StoredKey = {
  wrapped_key: WrappedKey;
  secret_id: string;
};

/** Which table a key is kept in, and what it is bound to there besides its circle. */
type KeyPurpose = "circle key" | "round key";

/**
 * Reads and writes the texts of one circle. Only for this folder: what it exports either only writes (an
 * invitee's submit, new insights) or belongs to a `ReadableCircle` or a release.
 */
export interface CircleCipher {
  /** @param text as it is to be stored, padding included */
  seal<Kind extends SealedKind>(kind: Kind, text: string): Sealed<Kind>;
  /** @throws UnreadableSecretError for what was stored for another circle, as another kind, or changed since */
  open<Kind extends SealedKind>(kind: Kind, sealed: Sealed<NoInfer<Kind>>): string;
  /**
   * A keyed hash of a text, 32 bytes: equal texts can be recognized while the key exists, and the text cannot
   * be guessed without it.
   */
  hash(text: string): Buffer;
}

/** Makes a new key for a circle or a round, encrypted for storage. */
export function createKey(secrets: Secrets, purpose: KeyPurpose, circle_id: string): StoredKey {
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
 * What a stored key reads and writes. Texts are AES-256-GCM, bound to the circle and the kind of text.
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
