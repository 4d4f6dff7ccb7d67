import { parseCoverPath } from "#contract/covers.ts";
import type { OwnerId } from "#server/access/owner.ts";
import type { Db } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { CoverStore } from "./cover-store.ts";
import { deleteCoverIfUnused } from "./queries.ts";

/**
 * Removes a cover that a circle no longer refers to, unless another one does. Runs after the commit that drops
 * the reference; if it crashes, the row stays, and the cleanup of unused covers removes both.
 */
export async function removeReplacedCover(
  { db, covers }: { db: Db; covers: CoverStore },
  owner: OwnerId,
  coverImageUrl: string,
): Promise<void> {
  const cover = parseCoverPath(coverImageUrl);
  if (cover?.owner_id !== owner) return;
  await inTransaction(db, async (tx) => {
    const isUnused = await deleteCoverIfUnused(tx, owner, cover.file_name);
    if (isUnused) await covers.remove(owner, cover.file_name);
  });
}
