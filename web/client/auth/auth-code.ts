/** The server's error code for a failed call of the auth library, if there is one. */
export function authCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string"
    ? error.code
    : undefined;
}
