import { randomInt } from "node:crypto";
import { parseCoverPath } from "#contract/covers.ts";
import type { OwnerId } from "#server/access/owner.ts";
import type { CoverStore } from "./cover-store.ts";
import { storeCover } from "./store-cover.ts";
import { claimUpload, type UploadLimitDeps } from "./upload-limits.ts";

/**
 * So that either can be replaced or removed without the other. Its size counts towards the owner's limit. @returns its
 * address; null for no cover, or for one that is gone @throws DomainError cover_uploads_exhausted
 */
export async function copyCover(
  deps: UploadLimitDeps & { covers: CoverStore },
  owner: OwnerId,
  coverImageUrl: string | null,
): Promise<string | null> {
  const { covers, clock } = deps;
  const cover = coverImageUrl === null ? undefined : parseCoverPath(coverImageUrl);
  if (cover?.owner_id !== owner) return null;
  const picture = await covers.find(owner, cover.file_name);
  if (picture === undefined) return null;
  // Names are numbers. Three more digits than a timestamp has distinguish two copies made at the same moment.
  const name = `${clock.now().getTime()}${randomInt(100, 1000)}`;
  const fileName = `${name}${cover.file_name.slice(cover.file_name.lastIndexOf("."))}`;
  const uploadId = await claimUpload(deps, owner, { bytes: picture.length, is_copy: true });
  return storeCover(deps, owner, { fileName, picture, uploadId });
}
