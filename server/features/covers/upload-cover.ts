import type { OwnerId } from "#server/access/owner.ts";
import type { CoverStore } from "./cover-store.ts";
import { encodeCover, requireCoverImage } from "./encode-cover.ts";
import { storeCover } from "./store-cover.ts";
import { claimUpload, measureUpload, type UploadLimitDeps } from "./upload-limits.ts";

/**
 * Checks, encodes and stores a picture as a cover of the owner. It counts towards the owner's limit before it is
 * decoded. `name` is the caller's name for it; its extension is replaced by that of the actual format.
 * @returns the cover's address
 * @throws DomainError cover_not_an_image, cover_damaged, cover_too_many_pixels, cover_side_too_long,
 *   cover_uploads_exhausted
 */
export async function uploadCover(
  deps: UploadLimitDeps & { covers: CoverStore },
  owner: OwnerId,
  name: string,
  sent: Buffer,
): Promise<string> {
  const extension = await requireCoverImage(sent);
  const uploadId = await claimUpload(deps, owner, { bytes: 0, is_copy: false });
  const picture = await encodeCover(sent, extension);
  await measureUpload(deps, owner, uploadId, picture.length);
  const fileName = `${name.slice(0, name.lastIndexOf("."))}.${extension}`;
  return storeCover(deps, owner, { fileName, picture, uploadId });
}
