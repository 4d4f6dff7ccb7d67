import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { isLockTimeout, UnusableDatabaseError } from "./errors.ts";
import { migrations } from "./migrations/list.ts";
import type { Db } from "./tables.ts";
import { withTimeLimits } from "./time-limits.ts";

/**
 * How long a migration waits for a lock on a table before it begins again after a pause. Everyone else who needs that
 * table waits behind it meanwhile, so this is less than the time that a request may take.
 */
const lockLimit = "3s";
const pauseMs = 2_000;

interface MigrationOptions {
  /** Called once, when a lock could not be had in time. */
  onWait?: (() => void) | undefined;
}

const firstMigration = Object.keys(migrations)[0] ?? "";

/** What an operator reads if a later version removed what this one needs. */
export function describeLaterSchema(executed: readonly string[]): string {
  return `A later version of Paraline has migrated the database (${executed.at(-1)}), and this version can no longer work with it. Start that version or a later one.`;
}

/** Whether the migrations that a database or a copy had run are those of 1.0 or later. */
export function isOfKnownOrigin(executed: readonly string[]): boolean {
  return executed.includes(firstMigration);
}

/**
 * Checks that a database has run no migrations, or those of 1.0 or later.
 * @throws UnusableDatabaseError otherwise
 */
export function requireKnownOrigin(executed: readonly string[]): void {
  if (executed.length === 0 || isOfKnownOrigin(executed)) return;
  throw new UnusableDatabaseError(
    "This database was made by a version of Paraline before 1.0, which no later version can read. Nothing in it was changed: use an empty DATA_DIR or DATABASE_URL.",
  );
}

/**
 * Brings the schema up to date, all or nothing. Several processes may call it at once: one migrates, the others
 * wait and find nothing left to do. A backup or another long transaction may keep it waiting, too. A schema of a later
 * version is left as it is.
 * @throws the error of the migration that failed, or UnusableDatabaseError if the database is older than 1.0 or a later
 *   version, with which this one cannot run, has migrated it
 */
export async function migrateToLatest(
  db: Db,
  list: Record<string, Migration> = migrations,
  { onWait }: MigrationOptions = {},
): Promise<void> {
  // A start usually finds nothing to do, and the migrator takes much longer to find that out.
  const executed = await listExecuted(db);
  requireKnownOrigin(executed);
  const known = Object.keys(list);
  if (known.every((name) => executed.includes(name))) {
    if (await isTooNew(db, executed, known)) {
      throw new UnusableDatabaseError(describeLaterSchema(executed));
    }
    return;
  }
  for (let attempts = 1; !(await tryToMigrate(db, list)); attempts++) {
    if (attempts === 1) onWait?.();
    await pause(pauseMs);
  }
}

/** Runs the migrations. Returns false, having changed nothing, if it could not get a lock in time. */
async function tryToMigrate(db: Db, list: Record<string, Migration>): Promise<boolean> {
  let error: unknown;
  await withTimeLimits(db, { statement: "0", lock: lockLimit }, async (connection) => {
    ({ error } = await migratorFor(connection, list).migrateToLatest());
  });
  if (error === undefined) return true;
  if (isLockTimeout(error)) return false;
  throw error;
}

/**
 * Brings the schema to the state of another database, for a copy of its rows.
 * @param names the migrations that the other database had run; no others may have been run here
 * @returns those that this version does not know; if there are any, nothing was done
 */
export async function applyMigrations(db: Db, names: readonly string[]): Promise<string[]> {
  const missing = names.filter((name) => migrations[name] === undefined);
  if (missing.length > 0) return missing;
  const wanted = Object.entries(migrations).filter(([name]) => names.includes(name));
  await migrateToLatest(db, Object.fromEntries(wanted));
  return [];
}

/** Removes all that the product made from a database without anything to keep, so that it can be migrated anew. */
export async function removeSchema(db: Db): Promise<void> {
  await sql`drop schema if exists auth, jobs cascade`.execute(db);
  const { rows } = await sql<{ statement: string }>`
    select format('drop table if exists %I.%I cascade', schemaname, tablename) as statement
    from pg_tables where schemaname = 'public'
    union all
    select format('drop routine if exists %s cascade', pg_proc.oid::regprocedure)
    from pg_proc where pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`.execute(
    db,
  );
  for (const { statement } of rows) await sql.raw(statement).execute(db);
}

/** Whether this version can work with the schema: all its migrations have been run, and none that it is too old for. */
export async function isMigrated(
  db: Db,
  list: Record<string, Migration> = migrations,
): Promise<boolean> {
  const executed = await listExecuted(db);
  const known = Object.keys(list);
  return known.every((name) => executed.includes(name)) && !(await isTooNew(db, executed, known));
}

/** Whether a migration that is not in `migrations` has removed what their version needs. */
async function isTooNew(
  db: Db,
  executed: readonly string[],
  known: readonly string[],
): Promise<boolean> {
  if (executed.every((name) => known.includes(name))) return false;
  const support = await db
    .selectFrom("database_state")
    .select("oldest_migration")
    .executeTakeFirstOrThrow();
  return !known.includes(support.oldest_migration);
}

/** The names of the migrations that this database has run, in order. */
export async function listExecuted(db: Db): Promise<string[]> {
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
