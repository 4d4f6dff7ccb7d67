import type { Db } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { Jobs } from "./jobs.ts";
import type { SweepKind } from "./kinds.ts";

/**
 * Enqueues a sweep again, for what its batch has left. So no run takes long, a process that stops loses at most one
 * batch, and several processes take turns.
 */
export async function enqueueAgain(
  { db, jobs }: { db: Db; jobs: Jobs },
  kind: SweepKind,
): Promise<void> {
  await inTransaction(db, (tx) => jobs.enqueue(tx, kind, {}));
}
