import { sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { migrations } from "./migrations/list.ts";
import type { Db } from "./tables.ts";

/**
 * Brings the schema up to date, all of it or nothing. Several processes may do so at once: one works,
 * the others wait and find nothing left to do.
 * @throws the error of the migration that failed, or Error when the database was migrated by a newer version
 */
export async function migrateToLatest(
  db: Db,
  list: Record<string, Migration> = migrations,
): Promise<void> {
  // The usual start finds nothing to do; the migrator takes much longer to find that out.
  const executed = await listExecuted(db);
  if (executed.join() === Object.keys(list).toSorted().join()) return;
  await withoutTimeLimits(db, async (connection) => {
    const { error } = await migratorFor(connection, list).migrateToLatest();
    if (error) throw error;
  });
}

/** Whether every migration of this version has been run. */
export async function isMigrated(db: Db): Promise<boolean> {
  const executed = new Set(await listExecuted(db));
  return Object.keys(migrations).every((name) => executed.has(name));
}

async function listExecuted(db: Db): Promise<string[]> {
  const { rows: tables } = await sql<{ found: boolean }>`
    select to_regclass('kysely_migration') is not null as found
  `.execute(db);
  if (!tables[0]?.found) return [];
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name collate "C"
  `.execute(db);
  return rows.map(({ name }) => name);
}

function migratorFor(db: Db, list: Record<string, Migration>): Migrator {
  return new Migrator({ db, provider: { getMigrations: async () => list } });
}

/** Migrations may take their time, and so may waiting for another process that migrates. */
async function withoutTimeLimits(db: Db, work: (connection: Db) => Promise<void>): Promise<void> {
  await db.connection().execute(async (connection) => {
    const { rows } = await sql<{ statement: string; lock: string }>`
      select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock
    `.execute(connection);
    const [usual = { statement: "0", lock: "0" }] = rows;
    await setTimeLimits(connection, { statement: "0", lock: "0" });
    try {
      await work(connection);
    } finally {
      await setTimeLimits(connection, usual);
    }
  });
}

async function setTimeLimits(
  connection: Db,
  limits: { statement: string; lock: string },
): Promise<void> {
  await sql`
    select set_config('statement_timeout', ${limits.statement}, false),
      set_config('lock_timeout', ${limits.lock}, false)
  `.execute(connection);
}
