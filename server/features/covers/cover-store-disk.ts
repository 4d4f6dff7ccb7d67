import { opendir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { isUuid } from "#server/db/uuid.ts";
import { findErrorCode } from "#server/system/error-code.ts";
import { readFileIfExists, writeFileAtomically } from "#server/system/files.ts";
import { findCoverExtension } from "./cover-files.ts";
import type { CoverStore, MovableCovers } from "./cover-store.ts";

export const coversFolder = (dataFolder: string): string => join(dataFolder, "covers");

/** Keeps covers as files under `dataFolder`, a folder for each owner. */
export function createDiskCoverStore(dataFolder: string): CoverStore & MovableCovers {
  const folder = coversFolder(dataFolder);
  const createFolderPath = (ownerId: string) => join(folder, ownerId);
  const list = (ownerId: string) => emptyIfMissing(readdir(createFolderPath(ownerId)));

  return {
    put(ownerId, fileName, picture) {
      return writeFileAtomically(createFolderPath(ownerId), fileName, picture);
    },
    find(ownerId, fileName) {
      return readFileIfExists(join(createFolderPath(ownerId), fileName));
    },
    findPublicUrl: async () => undefined,
    async remove(ownerId, fileName) {
      await rm(join(createFolderPath(ownerId), fileName), { force: true });
    },
    list,
    async removeAll(ownerId) {
      await rm(createFolderPath(ownerId), { recursive: true, force: true });
    },
    async *listAll() {
      for await (const { name: ownerId } of await emptyIfMissing(opendir(folder))) {
        if (!isUuid(ownerId)) continue;
        for (const fileName of await list(ownerId)) {
          if (findCoverExtension(fileName)) yield { owner_id: ownerId, file_name: fileName };
        }
      }
    },
  };
}

async function emptyIfMissing<Listing>(reading: Promise<Listing>): Promise<Listing | never[]> {
  try {
    return await reading;
  } catch (error) {
    if (findErrorCode(error) === "ENOENT") return [];
    throw error;
  }
}
