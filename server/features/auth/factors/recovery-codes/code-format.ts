import { createHmac, randomBytes } from "node:crypto";

/** How many codes a set has. */
export const codesInSet = 10;

/** Crockford's base 32: no letter that is taken for a digit. */
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
const codeCharacters = 16;
const keyBytes = 32;

/** A new set: 80 random bits each, none twice. */
export function createCodes(): string[] {
  const codes = new Set<string>();
  while (codes.size < codesInSet) codes.add(createCode());
  return [...codes];
}

function createCode(): string {
  // 32 characters divide the 256 values of a byte evenly.
  return Array.from(randomBytes(codeCharacters), (byte) => alphabet[byte % 32]).join("");
}

/** A code as it was made, from what was typed: with any case, spaces and hyphens, or an O for a zero. */
export function readTypedCode(typed: string): string {
  return typed
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s\p{Pd}]/gu, "")
    .replaceAll("o", "0")
    .replace(/[il]/g, "1");
}

/** What the codes of one set are hashed with; stored encrypted, so that a new APP_SECRET can take it over. */
export function createSetKey(): Buffer {
  return randomBytes(keyBytes);
}

/** What is stored of a code. */
export function hashCode(key: Uint8Array, code: string): Buffer {
  return createHmac("sha256", key).update(code).digest();
}

/** What the key of a set is encrypted for. */
export function setKeyContext(setId: string): string {
  return `recovery codes ${setId}`;
}
