import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { codeOf } from "#server/system/error-code.ts";
import { readFileIfExists, writeFileAtomically } from "#server/system/files.ts";
import type { CoverStore } from "./cover-store.ts";

/** Keeps covers as files under `dataFolder`, a folder for each owner. */
export function createDiskCoverStore(dataFolder: string): CoverStore {
  const folderOf = (ownerId: string) => join(dataFolder, "covers", ownerId);

  return {
    put(ownerId, fileName, picture) {
      return writeFileAtomically(folderOf(ownerId), fileName, picture);
    },
    find(ownerId, fileName) {
      return readFileIfExists(join(folderOf(ownerId), fileName));
    },
    async remove(ownerId, fileName) {
      await rm(join(folderOf(ownerId), fileName), { force: true });
    },
    async list(ownerId) {
      try {
        return await readdir(folderOf(ownerId));
      } catch (error) {
        if (codeOf(error) === "ENOENT") return [];
        throw error;
      }
    },
    async removeAll(ownerId) {
      await rm(folderOf(ownerId), { recursive: true, force: true });
    },
  };
}
