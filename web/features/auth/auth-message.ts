import { authCode } from "#web/client/auth-code.ts";

/** What went wrong with a call, of the auth library or ours, in words for people: the server's own, or a general sentence. */
export function authMessage(error: unknown): string {
  const isFromServer = error instanceof Error && authCode(error) !== undefined && error.message;
  return isFromServer ? error.message : "An error occurred during authentication.";
}

/** The same of a code from an authenticator app: each is good for one use, so trying the same again never helps. */
export function codeRefusal(error: unknown): string {
  const message = authMessage(error);
  const isWrongCode = error instanceof Error && authCode(error) === "mfa_verification_failed";
  return isWrongCode
    ? `${message}. Wait for the next code that your app shows, and type that.`
    : message;
}
