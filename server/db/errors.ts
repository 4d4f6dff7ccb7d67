import { findErrorCode } from "#server/system/error-code.ts";

/** The message is a sentence for the person who started the process. */
export class UnusableDatabaseError extends Error {
  override name = "UnusableDatabaseError";
}

/** Whether a row was rejected because another has the same key. */
export function isUniqueViolation(error: unknown): boolean {
  return findErrorCode(error) === "23505";
}

/** Whether a statement timed out waiting for a lock on a table or a row (`lock_timeout`). */
export function isLockTimeout(error: unknown): boolean {
  return findErrorCode(error) === "55P03";
}

/** Whether the role of this process lacked the permission for a statement. */
export function isNotPermitted(error: unknown): boolean {
  return findErrorCode(error) === "42501";
}

const diskFailureCodes = new Set([
  "53100", // disk_full
  "58030", // io_error
  "ENOSPC",
  "EIO",
  "EROFS",
]);

/** Whether the disk (of the database, or of this process) is full or fails. */
export function isDiskFailure(error: unknown): boolean {
  return diskFailureCodes.has(findErrorCode(error) ?? "");
}

const lostConnectionCodes = new Set([
  "57P01", // admin_shutdown
  "57P02", // crash_shutdown
  "57P03", // cannot_connect_now
  "57P05", // idle_session_timeout
  "53300", // too_many_connections
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
]);

// pg has no codes for these.
const lostConnectionMessages = [
  "Connection terminated",
  "timeout exceeded when trying to connect",
  "Client has encountered a connection error and is not queryable",
];

/** Whether the database could not be reached, or the connection was lost. */
export function isLostConnection(error: unknown): boolean {
  const code = findErrorCode(error);
  if (code && (lostConnectionCodes.has(code) || code.startsWith("08"))) return true;
  return (
    error instanceof Error &&
    lostConnectionMessages.some((message) => error.message.startsWith(message))
  );
}
