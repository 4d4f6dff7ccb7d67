import type { Secrets } from "#server/system/secrets.ts";

/** A keyed hash of an account's address, for the counters: they must not become a list of addresses. */
export function emailKey(secrets: Secrets, email: string): string {
  return secrets.signFor("counted address", "", email).toString("base64url");
}
