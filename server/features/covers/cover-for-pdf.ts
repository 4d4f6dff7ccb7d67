import { parseCoverPath } from "#contract/covers.ts";
import type { CoverStore } from "./cover-store.ts";
import { encodeForPdf } from "./encode-cover.ts";

export async function coverForPdf(
  { covers }: { covers: CoverStore },
  coverImageUrl: string | null,
): Promise<Buffer | undefined> {
  const cover = coverImageUrl === null ? undefined : parseCoverPath(coverImageUrl);
  const picture = cover && (await covers.find(cover.owner_id, cover.file_name));
  return picture && encodeForPdf(picture);
}
