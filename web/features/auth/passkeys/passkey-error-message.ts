import { passkeyMessage } from "#web/client/auth/passkeys.ts";
import { authMessage } from "../auth-message.ts";

/** The error of a call about a passkey or a security key, which the browser may refuse as well, for people. */
export function passkeyErrorMessage(error: unknown): string {
  return passkeyMessage(error) ?? authMessage(error);
}
