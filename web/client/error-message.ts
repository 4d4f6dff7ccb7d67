import { ApiError } from "./api.ts";
import { authCode } from "./auth/auth-code.ts";

/** The words for an error: those of the server or of the auth library, if it has any, else the screen's own. */
export function errorMessageOf(error: unknown, otherwise: string): string {
  const isSpoken = error instanceof Error && authCode(error) !== undefined && error.message !== "";
  return isSpoken ? error.message : otherwise;
}

/** The same where the server has refused; if it could not be reached, the screen's own words. */
export function refusalMessageOf(error: unknown, otherwise: string): string {
  return authCode(error) === "unreachable" ? otherwise : errorMessageOf(error, otherwise);
}

/** Those of the server if it gave a reason, not if it failed itself. */
export function reasonOf(error: unknown, otherwise: string): string {
  const hasReason = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return hasReason ? error.message : otherwise;
}
