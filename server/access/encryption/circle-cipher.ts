import { randomBytes } from "node:crypto";
import type { Sealed, SealedKind, WrappedKey } from "#server/db/sealed.ts";
import { createCipher, type Secrets } from "#server/system/secrets.ts";

const keyBytes = 32;

/** The stored key of a circle or of its sealed answers: encrypted, with a note of which APP_SECRET encrypted it. */
export type StoredKey = {
  wrapped_key: WrappedKey;
  secret_id: string;
};

/** What a key is for. The encrypted key is bound to this as well as to its circle. */
type KeyPurpose = "circle key" | "sealing key";

/**
 * Reads and writes the texts of one circle. Only this folder uses it: what the folder exports either only writes (an
 * invitee's reflections, new insights) or requires a `ReadableCircle` or a release.
 */
export interface CircleCipher {
  /** @param text the text as it is to be stored, padding included */
  seal<Kind extends SealedKind>(kind: Kind, text: string): Sealed<Kind>;
  /**
   * @throws UnreadableSecretError for a text that was stored for another circle or as another kind, or changed since
   */
  open<Kind extends SealedKind>(kind: Kind, sealed: Sealed<NoInfer<Kind>>): string;
}

/** Makes a new key for a circle or its sealed answers, encrypted for storage. */
export function createKey(secrets: Secrets, purpose: KeyPurpose, circleId: string): StoredKey {
  const key = randomBytes(keyBytes);
  return { wrapped_key: wrap(secrets, purpose, circleId, key), secret_id: secrets.id };
}

/**
 * The same key, encrypted with the present APP_SECRET.
 * @throws UnreadableSecretError when neither the present nor the previous secret opens it
 */
export function rewrapKey(
  secrets: Secrets,
  purpose: KeyPurpose,
  circleId: string,
  wrappedKey: WrappedKey,
): StoredKey {
  const key = unwrap(secrets, purpose, circleId, wrappedKey);
  return { wrapped_key: wrap(secrets, purpose, circleId, key), secret_id: secrets.id };
}

/**
 * Opens a stored key for reading and writing. Texts are encrypted with AES-256-GCM and bound to the circle and the kind
 * of text.
 * @throws UnreadableSecretError when it was encrypted with another APP_SECRET
 */
export function createCircleCipher(
  secrets: Secrets,
  purpose: KeyPurpose,
  circleId: string,
  wrappedKey: WrappedKey,
): CircleCipher {
  const key = unwrap(secrets, purpose, circleId, wrappedKey);
  const { encrypt, decrypt } = createCipher(key);
  return {
    seal: <Kind extends SealedKind>(kind: Kind, text: string) =>
      encrypt(Buffer.from(text), `${kind} ${circleId}`) as unknown as Sealed<Kind>,
    open: (kind, sealed) =>
      decrypt(sealed as unknown as Uint8Array, `${kind} ${circleId}`).toString("utf8"),
  };
}

function wrap(secrets: Secrets, purpose: KeyPurpose, circleId: string, key: Buffer): WrappedKey {
  return secrets.encrypt(key, `${purpose} ${circleId}`) as unknown as WrappedKey;
}

function unwrap(
  secrets: Secrets,
  purpose: KeyPurpose,
  circleId: string,
  wrappedKey: WrappedKey,
): Buffer {
  return secrets.decrypt(wrappedKey as unknown as Uint8Array, `${purpose} ${circleId}`);
}
