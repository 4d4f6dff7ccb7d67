import { sql } from "kysely";
import { findErrorCode } from "#server/system/error-code.ts";
import { UnusableDatabaseError } from "./errors.ts";
import { listExecuted, requireKnownOrigin } from "./migrate.ts";
import { serverName } from "./postgres.ts";
import type { Db, Tx } from "./tables.ts";

const undefinedTable = "42P01";

/** What this database is in relation to others; undefined if it has no tables yet. */
export async function findDatabaseState(db: Db) {
  try {
    return await db.selectFrom("database_state").selectAll().executeTakeFirst();
  } catch (error) {
    if (findErrorCode(error) === undefinedTable) return undefined;
    throw error;
  }
}

/** The same, for a database that has been migrated. */
export function loadDatabaseState(db: Db) {
  return db.selectFrom("database_state").selectAll().executeTakeFirstOrThrow();
}

/**
 * Checks that a server or a command may use this database. Call it before the database is migrated.
 * @throws UnusableDatabaseError when it is older than 1.0, a copy was loaded only in part, or the contents are in use
 *   elsewhere
 */
export async function requireUsableDatabase(db: Db): Promise<void> {
  requireKnownOrigin(await listExecuted(db));
  const found = await findDatabaseState(db);
  if (found?.state === "unfinished" || (await isMarkedAsUnfinished(db))) {
    throw new UnusableDatabaseError(
      "A copy was being loaded into this database, but did not finish. Run the command that did it (npm run restore or npm run data:move) again.",
    );
  }
  if (found?.state === "moved") {
    throw new UnusableDatabaseError(
      `The contents of this database were moved to ${found.moved_to ?? "another one"} and are in use there. To use this one again, without what was stored there since, run npm run data:move -- --undo.`,
    );
  }
}

/**
 * Means the same as the state `unfinished`, for a database that has no tables yet: creating them takes long enough to
 * be interrupted. The mark is a schema, because copies ignore other schemas.
 */
export async function markAsUnfinished(db: Db): Promise<void> {
  await sql`create schema if not exists unfinished_copy`.execute(db);
}

/** Removes the mark once the state says the same, or if nothing was done. Does nothing if there is no mark. */
export async function removeUnfinishedMark(db: Db): Promise<void> {
  await sql`drop schema if exists unfinished_copy`.execute(db);
}

async function isMarkedAsUnfinished(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select to_regnamespace('unfinished_copy') is not null as found`.execute(db);
  return rows[0]?.found ?? false;
}

/** Records that the product is used with this database: from now on it may contain things that are nowhere else. */
export async function markInUse(db: Db, now: Date): Promise<void> {
  await db
    .updateTable("database_state")
    .set({ served_at: now })
    .where("served_at", "is", null)
    .execute();
}

/** Whether another process of the product is connected to this database on a server. */
export async function isUsedByAnotherProcess(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from pg_stat_activity
      where datname = current_database() and application_name = ${serverName} and pid <> pg_backend_pid()
    ) as found`.execute(db);
  return rows[0]?.found ?? false;
}

/** Changes the given fields of the one row. */
export async function setDatabaseState(
  db: Db,
  change: {
    state: "ready" | "unfinished" | "moved";
    moved_to?: string | null;
    moved_to_id?: string | null;
    came_from_id?: string | null;
    served_at?: Date | null;
    backed_up_at?: Date | null;
  },
): Promise<void> {
  await db.updateTable("database_state").set(change).execute();
}

/** Waits for writes in progress, and lets no others begin before this transaction ends. */
export async function lockForMoving(tx: Tx): Promise<void> {
  for (const name of await listGuardedTables(tx)) {
    await sql`lock table ${sql.raw(name)} in share mode`.execute(tx);
  }
}

/**
 * Makes every later write fail, even by a process that is already running: what it stored would be lost. Call it in the
 * transaction that marks the database as moved.
 */
export async function refuseWrites(tx: Tx): Promise<void> {
  await sql`
    create or replace function public.refuse_writes_after_move() returns trigger language plpgsql as
    $$ begin raise exception 'The contents of this database were moved to another one.'; end $$`.execute(
    tx,
  );
  for (const name of await listGuardedTables(tx)) {
    await sql`
      create trigger moved_to_another_database before insert or update or delete or truncate on ${sql.raw(name)}
      for each statement execute function public.refuse_writes_after_move()`.execute(tx);
  }
}

/** Undoes {@link refuseWrites}. Does nothing if that was not called. */
export async function allowWrites(tx: Tx): Promise<void> {
  await sql`drop function if exists public.refuse_writes_after_move() cascade`.execute(tx);
}

/** Every table except the one with this state. The queue's tables are included: jobs would be lost, too. */
async function listGuardedTables(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'auth')
      and tablename not in ('database_state', 'kysely_migration', 'kysely_migration_lock')
      or schemaname = 'jobs' and tablename in ('job', 'job_common')
    order by name`.execute(tx);
  return rows.map(({ name }) => name);
}
