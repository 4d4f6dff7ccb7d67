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

/** Something was stored under another APP_SECRET, or was changed since. */
export class UnreadableSecretError extends Error {
  constructor(cause?: unknown) {
    super("What is stored was encrypted with another APP_SECRET than the present one.", { cause });
    this.name = "UnreadableSecretError";
  }
}

/** Encrypts and decrypts with one key. */
export interface Cipher {
  /**
   * AES-256-GCM. `context` names the place the result is stored at and is needed, unchanged, to read it:
   * what is copied to another row does not open there.
   */
  encrypt(plaintext: Uint8Array, context: string): Buffer;
  /** @throws UnreadableSecretError for another key, another context or a changed text */
  decrypt(encrypted: Uint8Array, context: string): Buffer;
}

/** @param keyBytes 32 of them */
export function createCipher(keyBytes: Uint8Array): Cipher {
  // Bytes would be made into a key at each call, which takes as long as encrypting four kilobytes.
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

/** What the process does with APP_SECRET; nothing else ever sees it. */
export interface Secrets extends Cipher {
  /** Says which APP_SECRET something was encrypted with, and nothing about the secret itself; 16 hex digits. */
  readonly id: string;
  /** The same for every secret that {@link Secrets.decrypt} accepts: the present one, and the one before while it is set. */
  readonly acceptedIds: readonly string[];
  /** HMAC-SHA-256 under a key of its own for each purpose and each thing it is for (a session, say); 32 bytes. */
  signFor(purpose: string, subject: string, message: Uint8Array | string): Buffer;
  /** `signFor` of every accepted secret, the present one first. */
  signForEach(purpose: string, subject: string, message: Uint8Array | string): Buffer[];
  /** Whether `signFor` of the present secret, or of the one before it, gives these first bytes. Constant time. */
  isSignedFor(
    purpose: string,
    subject: string,
    message: Uint8Array | string,
    signature: Uint8Array,
  ): boolean;
}

/**
 * @param appSecret 32 bytes or more
 * @param previous the secret before it, while things encrypted with that are to be readable
 */
export function createSecrets(appSecret: Uint8Array, previous?: Uint8Array): Secrets {
  const present = secretOf(appSecret);
  const accepted = previous === undefined ? [present] : [present, secretOf(previous)];
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

function secretOf(secret: Uint8Array) {
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

/** Seals what a link is about into its token, so that nothing need be stored and no address or log shows it. */
export function sealToken(secrets: Secrets, content: Uint8Array, context: string): string {
  return secrets.encrypt(content, context).toString("base64url");
}

/** What a token was made of; undefined when it is not one of ours. */
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
