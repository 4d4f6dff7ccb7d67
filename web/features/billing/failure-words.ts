import { ApiError } from "#web/client/api.ts";

/** The server's message if it gave one, else the screen's own. */
export function failureWords(error: unknown, own: string): string {
  return error instanceof ApiError && error.code !== "unreachable" ? error.message : own;
}

/** Shown when a checkout could not be started. */
export function checkoutFailure(error: unknown): string {
  return failureWords(error, "Failed to start checkout");
}
