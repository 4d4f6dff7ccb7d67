import { sql } from "kysely";
import { UnusableDatabaseError } from "./errors.ts";
import { sessionSettings, writeSettings } from "./postgres.ts";
import type { Db } from "./tables.ts";

/**
 * Checks that the sessions of a connection pooler have the settings that every other connection is given. Call it at
 * the start: a pooler in transaction mode passes on no settings, so only its operator can make it set them.
 * @throws UnusableDatabaseError when one differs, with the line that the pooler's configuration lacks
 */
export async function requireSessionSettings(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string; value: string }>`
    select name, current_setting(name) as value from unnest(${[...sessionSettings.keys()]}::text[]) as name
  `.execute(db);
  const wrong = rows.filter(({ name, value }) => sessionSettings.get(name) !== value);
  if (wrong.length === 0) return;
  const found = wrong.map(({ name, value }) => `${name} is "${value}"`).join(", ");
  throw new UnusableDatabaseError(
    `The sessions that the connection pooler provides lack settings that the product needs: ${found}. ` +
      `Configure it to run ${settingsStatement} on each new connection (in pgbouncer.ini, as the database's connect_query).`,
  );
}

/**
 * Checks that each connection has a session of its own. A pooler in transaction mode gives several connections the same
 * session, so that they share locks, settings and prepared statements. Call it at the start if no address is known that
 * leads around the pooler.
 * @throws UnusableDatabaseError when a session is shared
 */
export async function requireOwnSessions(db: Db): Promise<void> {
  const isShared = await db.connection().execute(async (one) => {
    const before = await readSession(one);
    // While this transaction is open, a pooler cannot give its session to the first connection as well.
    return db.transaction().execute(async (another) => {
      return (await readSession(another)) === before || (await readSession(one)) !== before;
    });
  });
  if (!isShared) return;
  throw new UnusableDatabaseError(
    "DATABASE_URL leads through a connection pooler in transaction mode. Set DATABASE_DIRECT_URL to the address of the same database without the pooler.",
  );
}

async function readSession(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  return rows[0]?.pid;
}

/** The statement that a pooler has to run on each new connection to the server. */
export const settingsStatement = writeSettings(sessionSettings);
