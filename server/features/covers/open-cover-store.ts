import type { Config } from "#server/config/config.ts";
import type { CoverStore } from "./cover-store.ts";
import { createDiskCoverStore } from "./cover-store-disk.ts";
import { createS3CoverStore } from "./cover-store-s3.ts";

/** The store that the settings name for covers. Nothing is connected before the first cover. */
export function openCoverStore({
  dataDir,
  bucket,
}: Pick<Config, "dataDir" | "bucket">): CoverStore {
  const disk = createDiskCoverStore(dataDir);
  if (bucket === undefined) return disk;
  return createS3AndDiskCoverStore(createS3CoverStore(bucket), disk);
}

/**
 * While covers may be in both. The disk is read before the bucket and once more after it, and a moved cover is in its
 * new store before it leaves the old one: so it is always found, and a removal removes every copy.
 */
export function createS3AndDiskCoverStore(bucket: CoverStore, disk: CoverStore): CoverStore {
  return {
    ...bucket,
    async find(ownerId, fileName) {
      return (
        (await disk.find(ownerId, fileName)) ??
        (await bucket.find(ownerId, fileName)) ??
        disk.find(ownerId, fileName)
      );
    },
    async findPublicUrl(ownerId, fileName) {
      const address = await bucket.findPublicUrl(ownerId, fileName);
      if (address === undefined || (await disk.find(ownerId, fileName))) return undefined;
      return address;
    },
    async remove(ownerId, fileName) {
      for (const store of [disk, bucket, disk]) await store.remove(ownerId, fileName);
    },
    async list(ownerId) {
      const names = new Set<string>();
      for (const store of [disk, bucket, disk]) {
        for (const name of await store.list(ownerId)) names.add(name);
      }
      return [...names];
    },
    async removeAll(ownerId) {
      for (const store of [disk, bucket, disk]) await store.removeAll(ownerId);
    },
  };
}
