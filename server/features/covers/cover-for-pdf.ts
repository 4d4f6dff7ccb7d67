import { parseCoverPath } from "#contract/covers.ts";
import type { CoverStore } from "./cover-store.ts";
import { encodeForPdf } from "./encode-cover.ts";

/** A cover as documents hold pictures, a JPEG; undefined where there is none, or one that is gone. */
export async function coverForPdf(
  { covers }: { covers: CoverStore },
  cover_image_url: string | null,
): Promise<Buffer | undefined> {
  const cover = cover_image_url === null ? undefined : parseCoverPath(cover_image_url);
  const picture = cover && (await covers.find(cover.owner_id, cover.file_name));
  return picture && encodeForPdf(picture);
}
