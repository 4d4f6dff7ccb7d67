/** Whether a call waits for the present password: signing in was too long ago for it. */
export function asksForPassword(error: unknown): boolean {
  return codeOf(error) === "current_password_required";
}

/** Whether a call was refused because of the present password that was typed. */
export function isAboutPassword(error: unknown): boolean {
  return refusals.has(codeOf(error));
}

const refusals = new Set<unknown>([
  "current_password_required",
  "current_password_invalid",
  "over_request_rate_limit",
]);

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
