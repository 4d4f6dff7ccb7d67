import { ApiError } from "#web/client/api.ts";

/** What went wrong, in the server's words where it has some. */
export function failureOf(error: unknown, otherwise: string): string {
  const isSpoken = error instanceof ApiError || (error instanceof Error && "code" in error);
  return isSpoken && error.message !== "" ? error.message : otherwise;
}
