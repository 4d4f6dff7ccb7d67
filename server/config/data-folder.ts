import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { findErrorCode } from "#server/system/error-code.ts";

/** @returns why it cannot be created or written to, as the end of a sentence; undefined when it is usable */
export function createDirectory(directory: string): string | undefined {
  try {
    // Folders are created one by one: Node's recursive mkdir loops forever where none can be created, such as in /proc.
    const missing: string[] = [];
    for (let at = directory; !existsSync(at); at = dirname(at)) missing.unshift(at);
    for (const at of missing) createUnlessExists(at);
    const probe = join(directory, `.probe-${process.pid}`);
    writeFileSync(probe, "");
    rmSync(probe);
    return undefined;
  } catch (error) {
    const code = findErrorCode(error);
    // A full disk may have space again while the server runs, and /readyz reports it.
    if (code === "ENOSPC" && existsSync(directory)) return undefined;
    const reason = unusableReasons[code ?? ""] ?? "nothing can be written there";
    return `${directory} cannot be made or written to, because ${reason}`;
  }
}

function createUnlessExists(directory: string): void {
  try {
    mkdirSync(directory);
  } catch (error) {
    // Another process has created it meanwhile.
    if (findErrorCode(error) !== "EEXIST") throw error;
  }
}

const unusableReasons: Record<string, string> = {
  EACCES: "this user may not write there",
  EPERM: "this user may not write there",
  EROFS: "it is read-only there",
  ENOTDIR: "a part of its path is a file",
  ENOSPC: "the disk is full",
};

/** The secret of an installation without APP_SECRET: generated once, in a file that only its owner can read. */
export function loadOrCreateSecret(dataFolder: string): Buffer {
  const file = join(dataFolder, "app-secret");
  if (!existsSync(file)) {
    try {
      writeFileSync(file, randomBytes(48).toString("base64url"), { mode: 0o600, flag: "wx" });
    } catch (error) {
      // Another process has created the file in the meantime, and its key is used.
      if (!existsSync(file)) throw error;
    }
  }
  return Buffer.from(readFileSync(file, "utf8"));
}
