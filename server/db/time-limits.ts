import { sql } from "kysely";
import type { Db } from "./tables.ts";

/** PostgreSQL's own notation ("0" for no limit). */
type TimeLimits = { statement: string; lock: string };

/** Runs `work` on one connection with other time limits than requests have, which hold again afterwards. */
export async function withTimeLimits(
  db: Db,
  limits: TimeLimits,
  work: (connection: Db) => Promise<void>,
): Promise<void> {
  await db.connection().execute(async (connection) => {
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
