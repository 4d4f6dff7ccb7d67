import { coverPath } from "#contract/covers.ts";
import type { OwnerId } from "#server/access/owner.ts";
import type { CoverStore } from "./cover-store.ts";
import { encodeCover, requireCoverImage } from "./encode-cover.ts";
import { deleteUpload, recordCover } from "./queries.ts";
import { removeReplacedCover } from "./remove-replaced-cover.ts";
import { claimUpload, measureUpload, type UploadLimitDeps } from "./upload-limits.ts";

/**
 * Stores a picture as a cover of the owner: its row first, so that the cleanup of unused covers finds what a crash
 * leaves. It counts against the owner's limit before it is unpacked. `name` is the caller's name for it;
 * its extension is replaced by the one of the content's format.
 * @returns the cover's address
 * @throws DomainError cover_not_an_image, cover_too_many_pixels, cover_side_too_long, cover_uploads_exhausted
 */
export async function storeCover(
  deps: UploadLimitDeps & { covers: CoverStore },
  owner: OwnerId,
  name: string,
  sent: Buffer,
): Promise<string> {
  const { db, covers, clock } = deps;
  const extension = await requireCoverImage(sent);
  const uploadId = await claimUpload(deps, owner, { bytes: 0, is_copy: false });
  const picture = await encodeCover(sent, extension);
  await measureUpload(deps, owner, uploadId, picture.length);
  const fileName = `${name.slice(0, name.lastIndexOf("."))}.${extension}`;
  try {
    await recordCover(db, owner, fileName, clock.now());
    await covers.put(owner, fileName, picture);
  } catch (error) {
    await removeReplacedCover(deps, owner, coverPath(owner, fileName));
    await deleteUpload(db, uploadId);
    throw error;
  }
  return coverPath(owner, fileName);
}
