import { findErrorCode } from "#server/system/error-code.ts";
import { isLostConnection } from "./errors.ts";

/**
 * Why the server at an address cannot be used, as the end of a sentence; undefined when the error does not say. It
 * never contains the whole address, which includes a password.
 */
export function unreachableReason(databaseUrl: string, error: unknown): string | undefined {
  const { host, pathname } = new URL(databaseUrl);
  const server = host === "" ? "the server" : `the server at ${host}`;
  const code = findErrorCode(error);
  switch (code) {
    case "28000":
    case "28P01":
      return `${server} refuses this user or password`;
    case "3D000":
      return `${server} has no database ${pathname.slice(1)}`;
    default:
      return isLostConnection(error)
        ? `${server} does not answer${code ? ` (${code})` : ""}`
        : undefined;
  }
}
