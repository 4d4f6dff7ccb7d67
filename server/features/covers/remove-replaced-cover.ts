import { parseCoverPath } from "#contract/covers.ts";
import type { OwnerId } from "#server/access/owner.ts";
import type { Db, Tx } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { Clock } from "#server/system/clock.ts";
import type { CoverStore } from "./cover-store.ts";
import { deleteRemovedCover, markCoverUnsettled, markRemovedIfUnused } from "./queries.ts";

/** Requests the cleanup of a cover if it is unused, in the transaction in which a circle stops referring to it. */
export async function requestCoverCleanup(
  tx: Tx,
  owner: OwnerId,
  coverImageUrl: string,
): Promise<void> {
  const cover = parseCoverPath(coverImageUrl);
  if (cover?.owner_id === owner) await markCoverUnsettled(tx, owner, cover.file_name);
}

/**
 * Unless another circle refers to it. Runs after the transaction that drops the reference and calls {@link
 * requestCoverCleanup}, which removes the cover if this fails.
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
