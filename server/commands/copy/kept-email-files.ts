import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { findErrorCode } from "#server/system/error-code.ts";
import { readFileIfExists, writeFileAtomically } from "#server/system/files.ts";

/** The emails that are kept instead of sent, as files. They are encrypted, and copied as they are. */
export interface KeptEmailFiles {
  list(): Promise<string[]>;
  find(name: string): Promise<Uint8Array | undefined>;
  put(name: string, content: Uint8Array): Promise<void>;
  remove(name: string): Promise<void>;
}

export function openKeptEmailFiles(dataFolder: string): KeptEmailFiles {
  const folder = join(dataFolder, "outbox");
  return {
    async list() {
      try {
        return (await readdir(folder)).filter((name) => name.endsWith(".mail")).toSorted();
      } catch (error) {
        if (findErrorCode(error) === "ENOENT") return [];
        throw error;
      }
    },
    find: (name) => readFileIfExists(join(folder, name)),
    put: (name, content) => writeFileAtomically(folder, name, content),
    remove: (name) => rm(join(folder, name), { force: true }),
  };
}
