import { rm } from "node:fs/promises";
import { join } from "node:path";
import { readFileIfExists, writeFileAtomically } from "#server/files.ts";
import type { CoverStore } from "./cover-store.ts";

/** Keeps covers as files under `data_dir`, a folder for each owner. */
export function createDiskCoverStore(data_dir: string): CoverStore {
  const folderOf = (owner_id: string) => join(data_dir, "covers", owner_id);

  return {
    put(owner_id, file_name, picture) {
      return writeFileAtomically(folderOf(owner_id), file_name, picture);
    },
    find(owner_id, file_name) {
      return readFileIfExists(join(folderOf(owner_id), file_name));
    },
    async remove(owner_id, file_name) {
      await rm(join(folderOf(owner_id), file_name), { force: true });
    },
    async removeAll(owner_id) {
      await rm(folderOf(owner_id), { recursive: true, force: true });
    },
  };
}
