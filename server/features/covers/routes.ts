import type { Hono } from "hono";
import { coverPath, uploadCover as uploadCoverEndpoint } from "#contract/covers.ts";
import type { OwnerId } from "#server/access/owner.ts";
import { isUuid } from "#server/db/uuid.ts";
import type { Api } from "#server/http/endpoint.ts";
import type { AppEnv } from "#server/http/request-context.ts";
import { coverCacheControl, coverTypes, findCoverExtension } from "./cover-files.ts";
import type { CoverStore } from "./cover-store.ts";
import { encodeCover, requireCoverImage } from "./encode-cover.ts";
import { isStoredCover } from "./queries.ts";
import { storeCover } from "./store-cover.ts";
import type { UploadLimitDeps } from "./upload-limits.ts";
import { claimUpload, measureUpload } from "./upload-limits.ts";

export function coverRoutes(
  app: Hono<AppEnv>,
  api: Api,
  deps: UploadLimitDeps & { covers: CoverStore },
): void {
  api.on(uploadCoverEndpoint, async ({ owner, params, sent }) => ({
    cover_image_url: await uploadCover(deps, owner, params.file, sent),
  }));

  app.get(coverPath(":owner_id", ":file"), async (c) => {
    const ownerId = (c.req.param("owner_id") ?? "").toLowerCase();
    const file = c.req.param("file") ?? "";
    const extension = findCoverExtension(file);
    if (extension === undefined || !isUuid(ownerId)) return c.notFound();
    // The store is not asked for what nobody has stored: it may be slow, and each request may cost something.
    if (!(await isStoredCover(deps.db, { user_id: ownerId, file_name: file }))) return c.notFound();
    // A report that a picture could not be shown would reveal that somebody looked. `/readyz` says whether the store
    // works.
    c.set("isReportedElsewhere", true);
    const elsewhere = await deps.covers.findPublicUrl(ownerId, file);
    if (elsewhere !== undefined) return c.redirect(elsewhere, 302);
    const picture = await deps.covers.find(ownerId, file);
    if (picture === undefined) return c.notFound();
    return c.body(new Uint8Array(picture), 200, {
      "Content-Type": coverTypes[extension],
      "Cache-Control": coverCacheControl,
      "Content-Security-Policy": "default-src 'none'; sandbox",
      "Cross-Origin-Resource-Policy": "same-site",
    });
  });
}

/**
 * It counts towards the owner's limit before it is decoded. The extension of `name` is replaced by that of the actual
 * format. @returns the cover's address @throws DomainError with the reason as its code
 */
async function uploadCover(
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
