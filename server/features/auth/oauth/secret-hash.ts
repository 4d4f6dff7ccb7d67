import { createHash, randomBytes } from "node:crypto";

/**
 * A value that only its holder knows: the id of a request, a code, or an app's secret. It has 256 bits, so that it
 * cannot be found from a plain hash.
 */
export function createSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** The hash that is stored for a secret. @param purpose prevents one kind of secret from being used as another */
export function secretHash(purpose: "authorization" | "code" | "client", secret: string): Buffer {
  return createHash("sha256").update(`oauth ${purpose} ${secret}`).digest();
}
