import { ApiError } from "#web/client/api.ts";

/** The server's message if it gave one, else the screen's own. */
export function billingErrorMessage(error: unknown, own: string): string {
  return error instanceof ApiError && error.code !== "unreachable" ? error.message : own;
}

/** Shown when a checkout could not be started. */
export function checkoutErrorMessage(error: unknown): string {
  return billingErrorMessage(error, "Failed to start checkout");
}
