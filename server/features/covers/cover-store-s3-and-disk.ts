import type { CoverStore } from "./cover-store.ts";

/**
 * The bucket together with the disk, as long as `npm run covers:move` has not moved all covers, in either direction.
 * New covers are stored in the bucket.
 *
 * The disk is read before the bucket and once more after it. A cover that is being moved is in its new store before it
 * is removed from the old one. So it is always found, and a removal removes every copy, whichever of the two stores is
 * the old one.
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
