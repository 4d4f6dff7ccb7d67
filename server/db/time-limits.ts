import { sql } from "kysely";
import type { Db } from "./tables.ts";

/** PostgreSQL's own notation ("0" for no limit). */
type TimeLimits = { statement: string; lock: string };

const directHandles = new WeakMap<Db, Db>();

/** {@link withTimeLimits} of `pooled`, whose statements may each run in another session, uses `direct` instead. */
export function setDirectHandle(pooled: Db, direct: Db): void {
  directHandles.set(pooled, direct);
}

/**
 * Runs `work` on one connection, so in one session, with other time limits than requests have, which hold again
 * afterwards. Behind a pooler that is a connection beside it.
 */
export async function withTimeLimits(
  db: Db,
  limits: TimeLimits,
  work: (connection: Db) => Promise<void>,
): Promise<void> {
  await (directHandles.get(db) ?? db).connection().execute(async (connection) => {
    const { rows } = await sql<TimeLimits>`
      select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock
    `.execute(connection);
    const [usual = { statement: "0", lock: "0" }] = rows;
    await setTimeLimits(connection, limits);
    try {
      await work(connection);
    } finally {
      await setTimeLimits(connection, usual);
    }
  });
}

async function setTimeLimits(connection: Db, limits: TimeLimits): Promise<void> {
  await sql`
    select set_config('statement_timeout', ${limits.statement}, false),
      set_config('lock_timeout', ${limits.lock}, false)
  `.execute(connection);
}
