import type { Clock } from "#server/clock.ts";
import type { Db } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { Secrets } from "#server/secrets.ts";
import { closeCircle, lastMoment } from "./close-circle.ts";
import { listDueCircles } from "./queries.ts";

const at_once = 100;

/**
 * Closes the paralines whose deadline day is over where their owner lives. Each is dated on the last moment of that
 * day, however late this runs.
 */
export async function closeDueCircles({
  db,
  clock,
  secrets,
}: {
  db: Db;
  clock: Clock;
  secrets: Secrets;
}): Promise<void> {
  const now = clock.now();
  for (;;) {
    const due = await listDueCircles(db, now, at_once);
    for (const circle of due) {
      const closed_at = lastMoment(circle.closes_at);
      await inTransaction(db, (tx) => closeCircle(tx, secrets, circle, { closed_at, now }));
    }
    if (due.length < at_once) return;
  }
}
