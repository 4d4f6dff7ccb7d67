import { sql } from "kysely";
import { listOwnTables, vacuumTable } from "../disk-cleanups.ts";
import type { Db } from "../tables.ts";

/** How many writing transactions make a vacuum worthwhile before it is due. */
const changesBetween = 10_000;

/**
 * Does what autovacuum does on a server, which the embedded database lacks: frees the space of deleted rows and updates
 * the planner's statistics. It vacuums one table at a time, so that requests can run in between.
 */
export interface EmbeddedVacuum {
  run(): Promise<void>;
  /** Vacuums only if there were {@link changesBetween} writing transactions since the last time. */
  runIfDue(): Promise<void>;
}

export function createEmbeddedVacuum(db: Db): EmbeddedVacuum {
  let vacuumedAt: number | undefined;

  async function run(): Promise<void> {
    for (const table of await listOwnTables(db)) await vacuumTable(db, "analyze", table);
    vacuumedAt = await countTransactions(db);
  }

  return {
    run,
    async runIfDue() {
      const now = await countTransactions(db);
      vacuumedAt ??= now;
      if (now - vacuumedAt >= changesBetween) await run();
    },
  };
}

/** The number of the next writing transaction. */
async function countTransactions(db: Db): Promise<number> {
  const { rows } = await sql<{ next: number }>`
    select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as next`.execute(db);
  return rows[0]?.next ?? 0;
}
