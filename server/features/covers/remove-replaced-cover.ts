import { parseCoverPath } from "#contract/covers.ts";
import type { OwnerId } from "#server/access/owner.ts";
import type { Db, Tx } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { CoverStore } from "./cover-store.ts";
import { deleteCoverIfUnused, unsettleCover } from "./queries.ts";

/** Leaves a cover to the cleanup of unused ones, in the transaction in which a circle stops referring to it. */
export async function releaseCover(tx: Tx, owner: OwnerId, coverImageUrl: string): Promise<void> {
  const cover = parseCoverPath(coverImageUrl);
  if (cover?.owner_id === owner) await unsettleCover(tx, owner, cover.file_name);
}

/**
 * Removes a cover that a circle no longer refers to, unless another one does. Runs after the commit that drops
 * the reference, which {@link releaseCover} is part of; if it crashes, the row stays, and the cleanup of unused covers
 * removes both.
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
