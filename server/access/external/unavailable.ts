import { AuthError } from "../auth-error.ts";

/** The refusal of whatever needs an answer of the sign-in server while there is none. */
export function signInServerUnavailable(
  cause?: unknown,
  message = "Your sign-in cannot be checked right now. Please try again in a moment.",
): AuthError {
  return new AuthError("service_unavailable", {
    message,
    retry_after_seconds: 5,
    cause,
  });
}
