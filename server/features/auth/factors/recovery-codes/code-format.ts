import { createHmac, randomBytes } from "node:crypto";

/** How many codes a set has. */
export const codesInSet = 10;

/** Crockford's base 32, which has no letter that could be mistaken for a digit. */
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
const codeCharacters = 16;
const keyBytes = 32;

/** Makes the codes of a new set. Each has 80 random bits, and no two are the same. */
export function createCodes(): string[] {
  const codes = new Set<string>();
  while (codes.size < codesInSet) codes.add(createCode());
  return [...codes];
}

function createCode(): string {
  // 32 characters divide the 256 values of a byte evenly.
  return Array.from(randomBytes(codeCharacters), (byte) => alphabet[byte % 32]).join("");
}

/**
 * Converts a typed code to the form in which it was made: it may be typed in any case, with spaces and hyphens, or with
 * an O for a zero.
 */
export function readTypedCode(typed: string): string {
  return typed
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s\p{Pd}]/gu, "")
    .replaceAll("o", "0")
    .replace(/[il]/g, "1");
}

/**
 * Makes the key with which the codes of one set are hashed. It is stored encrypted, so that it can be encrypted again
 * with a new APP_SECRET.
 */
export function createSetKey(): Buffer {
  return randomBytes(keyBytes);
}

/** The hash that is stored for a code. */
export function hashCode(key: Uint8Array, code: string): Buffer {
  return createHmac("sha256", key).update(code).digest();
}

/** The context in which the key of a set is encrypted. */
export function setKeyContext(setId: string): string {
  return `recovery codes ${setId}`;
}
