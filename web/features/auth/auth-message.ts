import { authCode } from "#web/client/auth-code.ts";
import { authMessageOf } from "#web/client/auth-words.ts";

/** The error of a call, the auth library's or ours, as a message for people. */
export function authMessage(error: unknown): string {
  return authMessageOf(error, "An error occurred during authentication.");
}

/** The same for a code from an authenticator app: each is valid once, so retrying the same one never helps. */
export function codeRefusal(error: unknown): string {
  const message = authMessage(error);
  const isWrongCode = error instanceof Error && authCode(error) === "mfa_verification_failed";
  return isWrongCode
    ? `${message}. Wait for your app to show the next code, then type that one.`
    : message;
}
