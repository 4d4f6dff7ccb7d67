import { parseCoverPath } from "#contract/covers.ts";
import type { OwnerId } from "#server/access/owner.ts";
import type { Db } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { Clock } from "#server/system/clock.ts";
import type { CoverStore } from "./cover-store.ts";
import { deleteRemovedCover, markRemovedIfUnused } from "./queries.ts";

/**
 * Removes a cover that a circle no longer refers to, unless another one does. Runs after the commit that drops the
 * reference, and does not fail where the file cannot be removed now: the cleanup tries again.
 */
export async function removeReplacedCover(
  { db, covers, clock }: { db: Db; covers: CoverStore; clock: Clock },
  owner: OwnerId,
  coverImageUrl: string,
): Promise<void> {
  const cover = parseCoverPath(coverImageUrl);
  if (cover?.owner_id !== owner) return;
  const { file_name } = cover;
  const isUnused = await inTransaction(db, (tx) =>
    markRemovedIfUnused(tx, owner, file_name, clock.now()),
  );
  if (!isUnused) return;
  try {
    await covers.remove(owner, file_name);
  } catch {
    return;
  }
  await deleteRemovedCover(db, { user_id: owner, file_name });
}
