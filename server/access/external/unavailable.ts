import { AuthError } from "../auth-error.ts";

/** The error for a call that needs an answer from the sign-in server while that server gives none. */
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
