import { ApiError } from "./api.ts";
import { authCode } from "./auth/auth-code.ts";

/** The message of an error: that of the server or of the auth library if there is one, or else `otherwise`. */
export function formatErrorMessage(error: unknown, otherwise = "Please try again."): string {
  const hasMessage =
    error instanceof Error && authCode(error) !== undefined && error.message !== "";
  return hasMessage ? error.message : otherwise;
}

/** The same, but `otherwise` if the server could not be reached. */
export function formatServerError(error: unknown, otherwise: string): string {
  return authCode(error) === "unreachable" ? otherwise : formatErrorMessage(error, otherwise);
}

/** The server's message if it gave a reason, or `otherwise` if the server itself failed. */
export function formatReason(error: unknown, otherwise: string): string {
  const hasReason = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return hasReason ? error.message : otherwise;
}
