/** The `code` of a system error, or the SQLSTATE of a database error; undefined for anything else. */
export function findErrorCode(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}
