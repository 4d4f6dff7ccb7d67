import { sql } from "kysely";
import { expect, vi } from "vitest";
import type { Db, Tx } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";

/**
 * The result of `act` if it has to wait for a transaction that has locked the account, and that goes on with
 * `meanwhile` once `act` waits. It needs two connections.
 */
export async function whileHeld<Result>(
  db: Db,
  userId: string,
  { meanwhile, act }: { meanwhile: (tx: Tx) => Promise<unknown>; act: () => Promise<Result> },
): Promise<Result> {
  const held = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const holder = inTransaction(db, async (tx) => {
    await sql`select from auth.users where id = ${userId} for no key update`.execute(tx);
    held.resolve();
    await goOn.promise;
    await meanwhile(tx);
  });
  await held.promise;
  const acted = act();
  try {
    await vi.waitFor(async () => {
      const { rows } = await sql`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
      expect(rows).toHaveLength(1);
    }, 20_000);
  } finally {
    goOn.resolve();
  }
  await holder;
  return acted;
}
