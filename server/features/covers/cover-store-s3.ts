import type { BucketConfig } from "#server/config/bucket.ts";
import { isUuid } from "#server/db/uuid.ts";
import { openBucket } from "#server/system/bucket.ts";
import { coverCacheControl, coverTypes, findCoverExtension } from "./cover-files.ts";
import type { CoverStore, MovableCovers } from "./cover-store.ts";

/** The name is the same as that of the folder under DATA_DIR and in backups. */
const prefix = "covers/";
const createObjectKey = (ownerId: string, fileName: string) => `${prefix}${ownerId}/${fileName}`;

export function createS3CoverStore(settings: BucketConfig): CoverStore & MovableCovers {
  const bucket = openBucket(settings);

  return {
    async put(ownerId, fileName, picture) {
      const extension = findCoverExtension(fileName);
      await bucket.put(createObjectKey(ownerId, fileName), picture, {
        // Readers get these headers at the bucket's public address.
        CacheControl: coverCacheControl,
        ...(extension && { ContentType: coverTypes[extension] }),
      });
    },
    find: (ownerId, fileName) => bucket.find(createObjectKey(ownerId, fileName)),
    async findPublicUrl(ownerId, fileName) {
      const { publicUrl } = settings;
      return publicUrl === undefined
        ? undefined
        : `${publicUrl}/${createObjectKey(ownerId, fileName)}`;
    },
    remove: (ownerId, fileName) => bucket.remove(createObjectKey(ownerId, fileName)),
    async list(ownerId) {
      const folder = createObjectKey(ownerId, "");
      const names: string[] = [];
      for await (const key of bucket.listKeys(folder)) names.push(key.slice(folder.length));
      return names;
    },
    // Covers are removed one by one: the call for many at once needs a checksum that not every service supports.
    async removeAll(ownerId) {
      for await (const key of bucket.listKeys(createObjectKey(ownerId, "")))
        await bucket.remove(key);
    },
    async checkWrites() {
      const key = `${prefix}.write-check`;
      await bucket.put(key, "ready\n", { ContentType: "text/plain" });
      await bucket.remove(key);
    },
    async *listAll() {
      for await (const key of bucket.listKeys(prefix)) {
        const [ownerId = "", fileName = "", ...more] = key.slice(prefix.length).split("/");
        if (more.length > 0 || !isUuid(ownerId) || !findCoverExtension(fileName)) continue;
        yield { owner_id: ownerId, file_name: fileName };
      }
    },
  };
}
