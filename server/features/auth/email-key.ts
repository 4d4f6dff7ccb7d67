import type { Secrets } from "#server/system/secrets.ts";

/** An account's address as the counters store it: they must not become a list of addresses. */
export function emailKey(secrets: Secrets, email: string): string {
  return secrets.signFor("counted address", "", email).toString("base64url");
}
