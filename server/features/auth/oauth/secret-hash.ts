import { createHash, randomBytes } from "node:crypto";

/**
 * Something only its holder knows: the id of a request, a code, an app's secret. 256 bits, so that a plain hash hides
 * it.
 */
export function createSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** What is stored of it. @param purpose keeps one from being used as another */
export function secretHash(purpose: "authorization" | "code" | "client", secret: string): Buffer {
  return createHash("sha256").update(`oauth ${purpose} ${secret}`).digest();
}
