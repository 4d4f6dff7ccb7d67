import { AuthApiError } from "@supabase/auth-js";
import { expect, test } from "vitest";
import { codeRefusal } from "./auth-message.ts";

test("a code that was already used is refused with advice to wait for the next one", () => {
  const refusal = new AuthApiError("Invalid TOTP code entered", 422, "mfa_verification_failed");
  expect(codeRefusal(refusal)).toBe(
    "Invalid TOTP code entered. Wait for your app to show the next code, then type that one.",
  );
});

test("any other error keeps its own message", () => {
  const refusal = new AuthApiError("Request rate limit reached", 429, "over_request_rate_limit");
  expect(codeRefusal(refusal)).toBe("Request rate limit reached");
});
