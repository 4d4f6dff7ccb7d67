import { passkeyMessage } from "#web/client/auth/passkeys.ts";
import { authMessage } from "../auth-message.ts";

/** The message for people about a failed call with a passkey or a security key, which the browser may also refuse. */
export function passkeyErrorMessage(error: unknown): string {
  return passkeyMessage(error) ?? authMessage(error);
}
