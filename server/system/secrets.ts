import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";

const formatVersion = 1;
const nonceBytes = 12;
const tagBytes = 16;

/** Something was stored with another APP_SECRET, or was changed since. */
export class UnreadableSecretError extends Error {
  constructor(cause?: unknown) {
    super("What is stored was encrypted with another APP_SECRET than the present one.", { cause });
    this.name = "UnreadableSecretError";
  }
}

/** Encrypts and decrypts with one key. */
export interface Cipher {
  /**
   * Encrypts with AES-256-GCM. `context` names the place where the result is stored, and the same context is needed to
   * read it: what is copied to another row does not open there.
   */
  encrypt(plaintext: Uint8Array, context: string): Buffer;
  /** @throws UnreadableSecretError for another key, another context or a changed text */
  decrypt(encrypted: Uint8Array, context: string): Buffer;
}

/** @param keyBytes the 32 bytes of the key */
export function createCipher(keyBytes: Uint8Array): Cipher {
  // Otherwise each call would make a key from the bytes, which takes as long as encrypting four kilobytes.
  const key = createSecretKey(keyBytes);
  return {
    encrypt(plaintext, context) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv("aes-256-gcm", key, nonce);
      cipher.setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(plaintext), cipher.final()]);
      return Buffer.concat([Buffer.of(formatVersion), nonce, body, cipher.getAuthTag()]);
    },

    decrypt(encrypted, context) {
      const stored = Buffer.from(encrypted);
      if (stored[0] !== formatVersion || stored.length < 1 + nonceBytes + tagBytes) {
        throw new UnreadableSecretError();
      }
      const nonce = stored.subarray(1, 1 + nonceBytes);
      const body = stored.subarray(1 + nonceBytes, -tagBytes);
      const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: tagBytes });
      decipher.setAAD(Buffer.from(context));
      decipher.setAuthTag(stored.subarray(-tagBytes));
      try {
        return Buffer.concat([decipher.update(body), decipher.final()]);
      } catch (error) {
        throw new UnreadableSecretError(error);
      }
    },
  };
}

/** Everything that the process does with APP_SECRET. Nothing else has access to it. */
export interface Secrets extends Cipher {
  /** Identifies the APP_SECRET that something was encrypted with, without revealing it: 16 hex digits. */
  readonly id: string;
  /**
   * The ids of all secrets that {@link Secrets.decrypt} accepts: the present one, and the previous one while it is set.
   */
  readonly acceptedIds: readonly string[];
  /** HMAC-SHA-256 with a separate key for each purpose and each subject, such as a session; 32 bytes. */
  signFor(purpose: string, subject: string, message: Uint8Array | string): Buffer;
  /** The results of `signFor` with every accepted secret, the present one first. */
  signForEach(purpose: string, subject: string, message: Uint8Array | string): Buffer[];
  /** Whether `signFor`, with the present or the previous secret, begins with these bytes. Takes constant time. */
  isSignedFor(
    purpose: string,
    subject: string,
    message: Uint8Array | string,
    signature: Uint8Array,
  ): boolean;
}

/**
 * @param appSecret 32 bytes or more
 * @param previous the previous secret, as long as things encrypted with it have to be readable
 */
export function createSecrets(appSecret: Uint8Array, previous?: Uint8Array): Secrets {
  const present = createSecretFunctions(appSecret);
  const accepted = previous === undefined ? [present] : [present, createSecretFunctions(previous)];
  return {
    id: present.id,
    acceptedIds: accepted.map(({ id }) => id),
    encrypt: present.cipher.encrypt,
    signFor: present.signFor,
    signForEach: (...about) => accepted.map(({ signFor }) => signFor(...about)),

    decrypt(encrypted, context) {
      for (const { cipher } of accepted.slice(0, -1)) {
        try {
          return cipher.decrypt(encrypted, context);
        } catch (error) {
          if (!(error instanceof UnreadableSecretError)) throw error;
        }
      }
      return (accepted.at(-1) ?? present).cipher.decrypt(encrypted, context);
    },

    isSignedFor: (purpose, subject, message, signature) =>
      accepted
        .map(({ signFor }) =>
          isSameDigest(signFor(purpose, subject, message).subarray(0, signature.length), signature),
        )
        .some(Boolean),
  };
}

function createSecretFunctions(secret: Uint8Array) {
  const deriveKey = (purpose: string, salt: Uint8Array | string = "") =>
    Buffer.from(hkdfSync("sha256", secret, salt, purpose, 32));
  return {
    id: deriveKey("paraline secret id").toString("hex").slice(0, 16),
    cipher: createCipher(deriveKey("paraline encryption at rest")),
    signFor: (purpose: string, subject: string, message: Uint8Array | string) =>
      createHmac("sha256", deriveKey(`paraline signature ${purpose}`, subject))
        .update(message)
        .digest(),
  };
}

/** Encrypts what a link is about into its token, so that nothing need be stored, and no address or log shows it. */
export function sealToken(secrets: Secrets, content: Uint8Array, context: string): string {
  return secrets.encrypt(content, context).toString("base64url");
}

/** What a token was made from; undefined if this server did not make it. */
export function openToken(secrets: Secrets, token: string, context: string): Buffer | undefined {
  try {
    return secrets.decrypt(Buffer.from(token, "base64url"), context);
  } catch (error) {
    if (error instanceof UnreadableSecretError) return undefined;
    throw error;
  }
}

/** Compares two digests in constant time, so that the duration does not reveal where they differ. */
export function isSameDigest(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
