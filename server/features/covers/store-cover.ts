import { coverPath } from "#contract/covers.ts";
import type { OwnerId } from "#server/access/owner.ts";
import type { Clock } from "#server/clock.ts";
import type { Db } from "#server/db/tables.ts";
import type { CoverStore } from "./cover-store.ts";
import { encodeCover } from "./encode-cover.ts";
import { recordCover } from "./queries.ts";

/**
 * Stores a picture as a cover of the owner: the file first, then its row, so that no paraline can refer to a cover that
 * is not there. `name` is what the caller called it; its ending gives way to the format of the content.
 * @returns the cover's address
 * @throws DomainError cover_not_an_image, cover_too_many_pixels
 */
export async function storeCover(
  { db, covers, clock }: { db: Db; covers: CoverStore; clock: Clock },
  owner: OwnerId,
  name: string,
  sent: Buffer,
): Promise<string> {
  const { picture, extension } = await encodeCover(sent);
  const file_name = `${name.slice(0, name.lastIndexOf("."))}.${extension}`;
  await covers.put(owner, file_name, picture);
  try {
    await recordCover(db, owner, file_name, clock.now());
  } catch (error) {
    await covers.remove(owner, file_name);
    throw error;
  }
  return coverPath(owner, file_name);
}
