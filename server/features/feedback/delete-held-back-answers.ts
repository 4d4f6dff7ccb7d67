import { limits } from "#contract/limits.ts";
import type { Clock } from "#server/clock.ts";
import type { Db } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { deleteWaitingOfClosed } from "./release-queries.ts";

const day_ms = 24 * 60 * 60 * 1000;

/**
 * Deletes the answers that were held back when their paraline closed, 30 days after that; one that was reopened
 * in between keeps them waiting. Says how many. Doing it twice is harmless. Source: docs/product.md, Anonymity.
 */
export function deleteHeldBackAnswers({ db, clock }: { db: Db; clock: Clock }): Promise<number> {
  const now = clock.now();
  const closed_before = new Date(now.getTime() - limits.held_back_days * day_ms);
  return inTransaction(db, (tx) => deleteWaitingOfClosed(tx, { closed_before, now }));
}
