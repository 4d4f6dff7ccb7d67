import { authCode } from "#web/client/auth-code.ts";

/** What went wrong with a call, of the auth library or ours, in words for people: the server's own, or a general sentence. */
export function authMessage(error: unknown): string {
  const isFromServer = error instanceof Error && authCode(error) !== undefined && error.message;
  return isFromServer ? error.message : "An error occurred during authentication.";
}
