import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";

/** The types a cover may be sent as; it is stored in the format of its content. */
export const coverExtensions = ["jpg", "jpeg", "png", "webp", "avif", "gif"] as const;

/** The public address of a stored cover; its first folder is the owner. */
export function coverPath(ownerId: string, fileName: string): string {
  return `/storage/v1/object/public/circle-covers/${ownerId}/${fileName}`;
}

/** The owner and file of a cover's address; undefined for any other address. */
export function parseCoverPath(
  address: string,
): { owner_id: string; file_name: string } | undefined {
  const found = coverAddress.exec(address);
  if (found === null) return undefined;
  const [, ownerId = "", fileName = ""] = found;
  return { owner_id: ownerId, file_name: fileName };
}

const coverAddress = /^\/storage\/v1\/object\/public\/circle-covers\/([0-9a-f-]{36})\/([\w.]+)$/;

/**
 * Takes the raw bytes of a picture (at most 10 MB, 25 megapixels, or 8.3 as AVIF, and 12,000 pixels on each side),
 * re-encodes it without metadata, at most 1600 pixels wide and 2400 high, and stores it for the owner. An owner may
 * upload at most 50 pictures, or 100 MB, in 7 days. `file` is `{timestamp}.{ext}`; the stored extension follows the
 * content, and if the name is taken, the next free number is used. Source: docs/product.md, Covers.
 */
export const uploadCover = defineEndpoint({
  method: "PUT",
  path: "/api/covers/:file",
  summary: "Uploads a cover picture (raw bytes)",
  access: "owner",
  params: z.object({ file: z.string().regex(/^\d{10,16}\.[A-Za-z]{3,4}$/) }),
  rawBody: { maxBytes: limits.coverBytes, tooLarge: "cover_too_large" },
  output: z.object({ cover_image_url: z.string() }),
  errors: [
    "not_found",
    "cover_too_large",
    "cover_too_many_pixels",
    "cover_side_too_long",
    "cover_uploads_exhausted",
    "cover_not_an_image",
    "cover_damaged",
  ],
});
