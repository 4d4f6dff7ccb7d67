/** The server's error code of a call of the auth library that failed, if there is one. */
export function authCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string"
    ? error.code
    : undefined;
}

/** What went wrong with a call, of the auth library or ours, in words for people: the server's own, or a general sentence. */
export function authMessage(error: unknown): string {
  const isFromServer = error instanceof Error && authCode(error) !== undefined && error.message;
  return isFromServer ? error.message : "An error occurred during authentication.";
}
