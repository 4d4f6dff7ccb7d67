import { coverPath } from "#contract/covers.ts";
import type { OwnerId } from "#server/access/owner.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { CoverStore } from "./cover-store.ts";
import { deleteUpload, markRemovedIfUnused, recordCover } from "./queries.ts";
import type { UploadLimitDeps } from "./upload-limits.ts";

/**
 * The row first, so that the cleanup finds what a crash leaves behind. A taken name gets the next free number, since
 * caches may have kept the other picture. If storing fails, the upload is not counted, and the file is left to the
 * cleanup, because the store may still be storing it. @returns the cover's address
 */
export async function storeCover(
  deps: UploadLimitDeps & { covers: CoverStore },
  owner: OwnerId,
  cover: { fileName: string; picture: Uint8Array; uploadId: string },
): Promise<string> {
  const { db, covers, clock } = deps;
  try {
    const fileName = await recordFreeName(deps, owner, cover.fileName);
    try {
      await covers.put(owner, fileName, cover.picture);
    } catch (error) {
      await inTransaction(db, (tx) => markRemovedIfUnused(tx, owner, fileName, clock.now()));
      throw error;
    }
    return coverPath(owner, fileName);
  } catch (error) {
    await deleteUpload(db, cover.uploadId);
    throw error;
  }
}

async function recordFreeName(
  { db, clock }: UploadLimitDeps,
  owner: OwnerId,
  wanted: string,
): Promise<string> {
  const dot = wanted.lastIndexOf(".");
  let name = wanted;
  for (let number = BigInt(wanted.slice(0, dot)); ; number += 1n) {
    name = `${number}${wanted.slice(dot)}`;
    if (await recordCover(db, owner, name, clock.now())) return name;
  }
}
