import type { Config } from "#server/config/config.ts";
import type { CoverStore } from "./cover-store.ts";
import { createDiskCoverStore } from "./cover-store-disk.ts";
import { createS3CoverStore } from "./cover-store-s3.ts";
import { createS3AndDiskCoverStore } from "./cover-store-s3-and-disk.ts";

/** The store that the settings name for covers. Nothing is connected before the first cover. */
export function openCoverStore({
  dataDir,
  bucket,
}: Pick<Config, "dataDir" | "bucket">): CoverStore {
  const disk = createDiskCoverStore(dataDir);
  if (bucket === undefined) return disk;
  return createS3AndDiskCoverStore(createS3CoverStore(bucket), disk);
}
