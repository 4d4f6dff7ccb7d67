import type { PasskeyRow } from "../passkey-queries.ts";

/** A passkey in the client library's format, which does not include its credential. */
export function passkeyView({ id, friendly_name, created_at, last_used_at }: PasskeyRow) {
  return {
    id,
    friendly_name: friendly_name === "" ? undefined : friendly_name,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at?.toISOString(),
  };
}
