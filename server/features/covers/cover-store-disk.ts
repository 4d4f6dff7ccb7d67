import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { CoverStore } from "./cover-store.ts";

/** Keeps covers as files under `data_dir`, a folder for each owner. */
export function createDiskCoverStore(data_dir: string): CoverStore {
  const folderOf = (owner_id: string) => join(data_dir, "covers", owner_id);

  return {
    async put(owner_id, file_name, picture) {
      const folder = folderOf(owner_id);
      await mkdir(folder, { recursive: true });
      const unfinished = join(folder, `.${file_name}.${crypto.randomUUID()}`);
      try {
        const file = await open(unfinished, "wx");
        try {
          await file.writeFile(picture);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(unfinished, join(folder, file_name));
      } catch (error) {
        // On a full disk above all, nothing half may stay.
        await rm(unfinished, { force: true });
        throw error;
      }
    },
    async find(owner_id, file_name) {
      try {
        return await readFile(join(folderOf(owner_id), file_name));
      } catch (error) {
        if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
        throw error;
      }
    },
    async remove(owner_id, file_name) {
      await rm(join(folderOf(owner_id), file_name), { force: true });
    },
    async removeAll(owner_id) {
      await rm(folderOf(owner_id), { recursive: true, force: true });
    },
  };
}
