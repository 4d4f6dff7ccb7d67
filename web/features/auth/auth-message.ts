/** What went wrong with a call, of the auth library or ours, in words for people: the server's own, or a general sentence. */
export function authMessage(error: unknown): string {
  const isFromServer =
    error instanceof Error && "code" in error && typeof error.code === "string" && error.message;
  return isFromServer ? error.message : "An error occurred during authentication.";
}
