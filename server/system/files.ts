import { randomUUID } from "node:crypto";
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { findErrorCode } from "./error-code.ts";

/**
 * Writes a file into a folder completely or not at all: a crash leaves at most an unfinished file, whose name begins
 * with a dot. It contains people's data, so only the server may read it.
 */
export async function writeFileAtomically(
  folder: string,
  name: string,
  content: Uint8Array | string,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const unfinished = join(folder, `.${name}.${randomUUID()}`);
  try {
    const file = await open(unfinished, "wx", 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(unfinished, join(folder, name));
  } catch (error) {
    // No partial file may remain, least of all on a full disk.
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** Error codes for a file that does not exist, or for a name that no file can have. */
const missingFileCodes = new Set(["ENOENT", "EISDIR", "ENOTDIR", "ENAMETOOLONG"]);

/** The content of a file; undefined if there is none, or if it has just been removed. */
export async function readFileIfExists(path: string): Promise<Buffer<ArrayBuffer> | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (missingFileCodes.has(findErrorCode(error) ?? "")) return undefined;
    throw error;
  }
}
