import { coversFolder } from "#server/features/covers/cover-store-disk.ts";
import { openCoverStore } from "#server/features/covers/open-cover-store.ts";
import { listUsedCovers, type StoredCover } from "#server/features/covers/queries.ts";
import { failed, passed } from "#server/system/check.ts";
import type { DatabaseCheck, DatabaseCheckDeps } from "./database-check.ts";

/** How many are looked for. They are chosen by their owners' ids, so all machines and times are among them. */
const mostLookedFor = { onDisk: 1000, inBucket: 100 };

/**
 * Whether the covers of paralines are where this process looks for them. They are not if another process, with a
 * DATA_DIR of its own, has stored them.
 */
export const coverFiles: DatabaseCheck = {
  name: "covers: files",
  // By then, a bucket that does not answer has been given up.
  seconds: 45,
  run: async ({ db, kind, config }) => {
    const limit = config.bucket === undefined ? mostLookedFor.onDisk : mostLookedFor.inBucket;
    const covers = await listUsedCovers(db, limit);
    if (covers.length === 0) return passed("no paraline has a cover");
    const gone = await listMissing(config, covers);
    // Their owners may have removed some in the meantime.
    const { length: count } = gone.length === 0 ? gone : await listUsedCovers(db, limit, gone);
    if (count === 0) return passed(`all of ${covers.length} that were looked for are there`);
    return failed(`${count} of ${covers.length} covers are ${whatToDo(kind, config)}`);
  },
};

async function listMissing(
  config: DatabaseCheckDeps["config"],
  covers: readonly StoredCover[],
): Promise<StoredCover[]> {
  const store = openCoverStore(config);
  const byOwner = Map.groupBy(covers, ({ user_id }) => user_id);
  const missing = await Promise.all(
    [...byOwner].map(async ([ownerId, ofOwner]) => {
      const names = new Set(await store.list(ownerId));
      return ofOwner.filter(({ file_name }) => !names.has(file_name));
    }),
  );
  return missing.flat();
}

function whatToDo(
  kind: DatabaseCheckDeps["kind"],
  { bucket, dataDir }: DatabaseCheckDeps["config"],
): string {
  const folder = coversFolder(dataDir);
  const orElse = "If they are lost, restore them from a backup, or owners upload them again.";
  if (bucket !== undefined) {
    return `neither in the bucket ${bucket.name} nor in ${folder}. If they are on the disk of another machine, run npm run covers:move -- --to s3 there. ${orElse}`;
  }
  if (kind === "embedded") return `not in ${folder}. ${orElse}`;
  return `not in ${folder}. If another process has a DATA_DIR of its own, each of them lacks the covers of the other: let all use the same DATA_DIR, or a bucket (see "Covers in a bucket" in docs/operating/several-machines.md). ${orElse}`;
}
