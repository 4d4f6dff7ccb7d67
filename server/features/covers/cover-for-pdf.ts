import { parseCoverPath } from "#contract/covers.ts";
import type { CoverStore } from "./cover-store.ts";
import { encodeForPdf } from "./encode-cover.ts";

/** A cover as a JPEG, for documents; undefined if there is none, or it is gone. */
export async function coverForPdf(
  { covers }: { covers: CoverStore },
  coverImageUrl: string | null,
): Promise<Buffer | undefined> {
  const cover = coverImageUrl === null ? undefined : parseCoverPath(coverImageUrl);
  const picture = cover && (await covers.find(cover.owner_id, cover.file_name));
  return picture && encodeForPdf(picture);
}
