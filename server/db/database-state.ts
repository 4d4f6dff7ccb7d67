import { sql } from "kysely";
import { codeOf } from "#server/system/error-code.ts";
import { serverName } from "./postgres.ts";
import type { Db, ReadDb, Tx } from "./tables.ts";

/** Its message is a sentence for the person who started the process. */
export class UnusableDatabaseError extends Error {
  override name = "UnusableDatabaseError";
}

const undefinedTable = "42P01";

/** What this database is in relation to others; undefined before the migration that records it. */
export async function findDatabaseState(db: ReadDb) {
  try {
    return await db.selectFrom("database_state").selectAll().executeTakeFirst();
  } catch (error) {
    if (codeOf(error) === undefinedTable) return undefined;
    throw error;
  }
}

/** The same, of a database that has been migrated. */
export function loadDatabaseState(db: Db) {
  return db.selectFrom("database_state").selectAll().executeTakeFirstOrThrow();
}

/**
 * Whether a server or a command may use this database. To be asked before it is migrated.
 * @throws UnusableDatabaseError when a copy was loaded only in part, or its contents are in use elsewhere
 */
export async function requireUsableDatabase(db: Db): Promise<void> {
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
 * The same as the state `unfinished`, for a database that has no tables yet: making them takes long enough to be
 * interrupted. A schema, because no copy looks at those.
 */
export async function markAsUnfinished(db: Db): Promise<void> {
  await sql`create schema if not exists unfinished_copy`.execute(db);
}

/** Removes the mark, once the state says it or nothing was done; does nothing where it is not there. */
export async function removeUnfinishedMark(db: Db): Promise<void> {
  await sql`drop schema if exists unfinished_copy`.execute(db);
}

async function isMarkedAsUnfinished(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select to_regnamespace('unfinished_copy') is not null as found`.execute(db);
  return rows[0]?.found ?? false;
}

/** Records that the product is used with this database: what is in it may be nowhere else from now on. */
export async function markInUse(db: Db, now: Date): Promise<void> {
  await db
    .updateTable("database_state")
    .set({ served_at: now })
    .where("served_at", "is", null)
    .execute();
}

/** Whether another process of the product is connected to this database, which is on a server. */
export async function isUsedByAnotherProcess(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from pg_stat_activity
      where datname = current_database() and application_name = ${serverName} and pid <> pg_backend_pid()
    ) as found`.execute(db);
  return rows[0]?.found ?? false;
}

/** Changes the one row; what is not given stays. */
export async function setDatabaseState(
  db: Db,
  change: {
    state: "ready" | "unfinished" | "moved";
    moved_to?: string | null;
    moved_to_id?: string | null;
    came_from_id?: string | null;
    served_at?: Date | null;
  },
): Promise<void> {
  await db.updateTable("database_state").set(change).execute();
}

/** Waits for writes that are under way, and lets no others begin before this transaction ends. */
export async function lockForMoving(tx: Tx): Promise<void> {
  for (const name of await listGuardedTables(tx)) {
    await sql`lock table ${sql.raw(name)} in share mode`.execute(tx);
  }
}

/**
 * Makes every later write fail, also of a process that has been running all along: what it stored would be lost. Part of
 * the transaction that marks the database as moved.
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

/** Undoes {@link refuseWrites}; does nothing where it was not done. */
export async function allowWrites(tx: Tx): Promise<void> {
  await sql`drop function if exists public.refuse_writes_after_move() cascade`.execute(tx);
}

/** Every table but the one that holds this state. The queue's are among them: jobs would be lost, too. */
async function listGuardedTables(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'auth')
      and tablename not in ('database_state', 'kysely_migration', 'kysely_migration_lock')
      or schemaname = 'jobs' and tablename in ('job', 'job_common')
    order by name`.execute(tx);
  return rows.map(({ name }) => name);
}
