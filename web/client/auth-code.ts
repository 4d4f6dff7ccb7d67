/** The server's error code of a call of the auth library that failed, if there is one. */
export function authCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string"
    ? error.code
    : undefined;
}
