import { authCode } from "#web/client/auth/auth-code.ts";
import { formatAuthError } from "#web/client/auth/auth-error-messages.ts";
import { passkeyMessage } from "#web/client/auth/passkeys.ts";

export function authMessage(error: unknown): string {
  return formatAuthError(error, "An error occurred during authentication.");
}

export function passkeyErrorMessage(error: unknown): string {
  return passkeyMessage(error) ?? authMessage(error);
}

/** The same for a code from an authenticator app: each is valid once, so retrying the same one never helps. */
export const codeErrorMessage = messageForCode(
  "This code is wrong. Wait for your app to show the next one, then type that one.",
);

export const textedCodeErrorMessage = messageForCode(
  "This code is wrong. Type the newest one, or request another one.",
);

export const recoveryCodeErrorMessage = messageForCode(
  "This recovery code is wrong or has been used. Check it, or type another one.",
);

/** Replaces the server's own message about a wrong code, which is the same for every kind of code. */
function messageForCode(wrongCode: string): (error: unknown) => string {
  return (error) =>
    error instanceof Error && authCode(error) === "mfa_verification_failed"
      ? wrongCode
      : authMessage(error);
}
