import { coverPath } from "#contract/covers.ts";
import type { OwnerId } from "#server/access/owner.ts";
import type { CoverStore } from "./cover-store.ts";
import { deleteUpload, recordCover } from "./queries.ts";
import { removeReplacedCover } from "./remove-replaced-cover.ts";
import type { UploadLimitDeps } from "./upload-limits.ts";

/**
 * Stores the row and the file of a cover: the row first, so that the cleanup of unused covers finds what a crash leaves.
 * If it fails, neither stays, and the upload is not counted.
 * @param uploadId what `claimUpload` has counted it as
 * @returns the cover's address
 */
export async function putCover(
  deps: UploadLimitDeps & { covers: CoverStore },
  owner: OwnerId,
  cover: { fileName: string; picture: Uint8Array; uploadId: string },
): Promise<string> {
  const { db, covers, clock } = deps;
  const { fileName, picture, uploadId } = cover;
  const address = coverPath(owner, fileName);
  try {
    await recordCover(db, owner, fileName, clock.now());
    await covers.put(owner, fileName, picture);
  } catch (error) {
    await removeReplacedCover(deps, owner, address);
    await deleteUpload(db, uploadId);
    throw error;
  }
  return address;
}
