import type { Hono } from "hono";
import { coverPath, uploadCover } from "#contract/covers.ts";
import { isUuid } from "#server/db/uuid.ts";
import type { Api } from "#server/http/endpoint.ts";
import type { AppEnv } from "#server/http/request-context.ts";
import type { CoverStore } from "./cover-store.ts";
import { type CoverExtension, coverTypes } from "./encode-cover.ts";
import { storeCover } from "./store-cover.ts";
import type { UploadLimitDeps } from "./upload-limits.ts";

const filePattern = /^\d{10,16}\.(jpg|png|webp|avif|gif)$/;

/** Cover pictures: uploaded by their owner, visible to everyone who has the address. */
export function coverRoutes(
  app: Hono<AppEnv>,
  api: Api,
  deps: UploadLimitDeps & { covers: CoverStore },
): void {
  api.on(uploadCover, async ({ owner, params, sent }) => ({
    cover_image_url: await storeCover(deps, owner, params.file, sent),
  }));

  app.get(coverPath(":owner_id", ":file"), async (c) => {
    const ownerId = c.req.param("owner_id") ?? "";
    const file = c.req.param("file") ?? "";
    const extension = filePattern.exec(file)?.[1] as CoverExtension | undefined;
    if (extension === undefined || !isUuid(ownerId)) return c.notFound();
    const picture = await deps.covers.find(ownerId.toLowerCase(), file);
    if (picture === undefined) return c.notFound();
    return c.body(new Uint8Array(picture), 200, {
      "Content-Type": coverTypes[extension],
      "Cache-Control": "public, max-age=31536000, immutable",
      "Content-Security-Policy": "default-src 'none'; sandbox",
      "Cross-Origin-Resource-Policy": "same-site",
    });
  });
}
