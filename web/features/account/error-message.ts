import { ApiError } from "#web/client/api.ts";

/** The error message: the server's, if it has one. */
export function errorMessageOf(error: unknown, otherwise: string): string {
  const isSpoken = error instanceof ApiError || (error instanceof Error && "code" in error);
  return isSpoken && error.message !== "" ? error.message : otherwise;
}
