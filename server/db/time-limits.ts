import { sql } from "kysely";
import type { Db } from "./tables.ts";

/** In PostgreSQL's notation ("0" for no limit). */
type TimeLimits = { statement: string; lock: string };

const directHandles = new WeakMap<Db, Db>();

/** Makes {@link withTimeLimits} use `direct` for `pooled`, whose statements may each run in another session. */
export function setDirectHandle(pooled: Db, direct: Db): void {
  directHandles.set(pooled, direct);
}

/**
 * Runs `work` on one connection, and so in one session, with other time limits than those of requests, which apply
 * again afterwards. If there is a pooler, the connection bypasses it.
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
