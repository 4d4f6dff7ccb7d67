import { AuthApiError } from "@supabase/auth-js";
import { expect, test } from "vitest";
import { authMessage, codeErrorMessage } from "./auth-message.ts";

test("a code that was already used is refused with advice to wait for the next one", () => {
  const error = new AuthApiError("Invalid TOTP code entered", 422, "mfa_verification_failed");
  expect(codeErrorMessage(error)).toBe(
    "This code is wrong. Wait for your app to show the next one, then type that one.",
  );
});

test("any other error keeps its own message", () => {
  const error = new AuthApiError("Request rate limit reached", 429, "over_request_rate_limit");
  expect(codeErrorMessage(error)).toBe("Request rate limit reached");
});

test.each([
  ["bad_jwt", 403, "invalid JWT: unable to parse or verify signature"],
  ["session_not_found", 403, "Session from session_id claim in JWT does not exist"],
  ["insufficient_aal", 401, "AAL2 session is required to update email or password"],
  ["mfa_factor_name_conflict", 422, "A factor with the friendly name for this user already exists"],
  ["flow_state_not_found", 404, "invalid flow state, no valid flow state found"],
  ["otp_expired", 403, "Token has expired or is invalid"],
  ["user_already_exists", 422, "User already registered"],
  ["captcha_failed", 400, "captcha protection: request disallowed (timeout-or-duplicate)"],
])(
  "people read another message about %s than the server's, which is for programs",
  (code, status, words) => {
    const message = authMessage(new AuthApiError(words, status, code));
    expect(message).not.toContain(words);
    expect(message).toMatch(/^[A-Z][^:]*\.$/);
  },
);
