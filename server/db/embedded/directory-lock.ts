import { readFileSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { findErrorCode } from "#server/system/error-code.ts";

const sqliteBusy = 5;

/** Also referenced here, because an unreferenced lock is garbage-collected and thereby released. */
const held = new Set<DatabaseSync>();

/** The message is a sentence for the person who started the process. */
export class DirectoryInUseError extends Error {
  override name = "DirectoryInUseError";
}

/**
 * Takes exclusive ownership of a directory until the returned function is called or the process ends, however it ends.
 *
 * The lock is SQLite's exclusive lock on an empty file; SQLite is part of Node. The operating system releases the lock
 * when the process ends. So there is no stale lock to recognize, no process number that a container or a restart could
 * reuse, and no race between two processes that clear the same leftover. The file next to it only names the holder.
 * @throws DirectoryInUseError that names the directory and the holder, when another process has the lock
 */
export function lockDirectory(directory: string): () => void {
  const holderFile = join(directory, "lock-holder.json");
  const lock = new DatabaseSync(join(directory, "lock"));
  try {
    lock.exec("PRAGMA journal_mode = MEMORY; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE");
  } catch (error) {
    lock.close();
    if (!isBusy(error)) throw error;
    throw new DirectoryInUseError(
      `The data directory ${directory} is in use by another Paraline process${describeHolder(holderFile)}. Stop that one first, or set DATA_DIR to another directory.`,
      { cause: error },
    );
  }
  held.add(lock);
  writeFileSync(
    holderFile,
    JSON.stringify({ pid: process.pid, host: hostname(), since: new Date().toISOString() }),
  );
  return () => {
    if (held.delete(lock)) lock.close();
  };
}

function isBusy(error: unknown): boolean {
  return (
    findErrorCode(error) === "ERR_SQLITE_ERROR" &&
    error instanceof Error &&
    "errcode" in error &&
    error.errcode === sqliteBusy
  );
}

function describeHolder(holderFile: string): string {
  try {
    const holder: { pid?: unknown; host?: unknown; since?: unknown } = JSON.parse(
      readFileSync(holderFile, "utf8"),
    );
    return ` (pid ${String(holder.pid)} on ${String(holder.host)}, since ${String(holder.since)})`;
  } catch {
    // Without the holder's name the message is less useful, but the refusal is still right.
    return "";
  }
}
