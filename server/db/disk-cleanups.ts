import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { hourMs } from "#contract/values/durations.ts";
import { defineHotStatement } from "./hot-statements.ts";
import type { DatabaseKind } from "./open.ts";
import type { Db, Tx } from "./tables.ts";
import { withTimeLimits } from "./time-limits.ts";

/** A cleanup that has not happened an hour after it was requested is late. */
const lateAfterMs = hourMs;

/** Small tables with keys and sealed answers, which are rewritten whole on a server, too. */
const rewrittenTables = ["sealing_keys", "sealed_answers", "circle_keys"];

/** Where PostgreSQL keeps samples of the contents of tables. */
const samplesTable = "pg_catalog.pg_statistic";

/**
 * How long a rewrite waits for others to finish with the table. Everybody else waits behind it meanwhile, and a dump
 * may use the table for hours. It is tried again every minute.
 */
const waitForTable = "200ms";
const maxSweepTime = "10min";

const insertCleanup = defineHotStatement<{ id: string; requested_at: Date }, unknown>(
  "request_disk_cleanup",
  (_, param) => sql`
    insert into disk_cleanups (id, requested_by, requested_at)
    values (${param("id")}::uuid, pg_current_xact_id(), ${param("requested_at")}::timestamptz)`,
);

/**
 * Records that what this transaction deletes has to be removed from the disk, too: PostgreSQL leaves a deleted row in
 * its file and in its log until they are rewritten. The job `clean_disk` does that after the commit.
 */
export async function requestDiskCleanup(tx: Tx, now: Date): Promise<void> {
  await insertCleanup(tx, { id: randomUUID(), requested_at: now });
}

/**
 * Removes from the disk what was deleted by transactions that have requested it, if the database allows it: a
 * transaction that is still open may keep deleted rows alive, and then the request stays for the next time. This cannot
 * remove what a server's log, replicas and backups keep. Not to be called inside a transaction.
 * @returns the requests that are left
 * @throws Error when the role of `db` may not VACUUM a table of a server; the requests stay
 */
export async function cleanDisk(db: Db, kind: DatabaseKind): Promise<{ requested_at: Date }[]> {
  const requests = await db
    .selectFrom("disk_cleanups")
    .select(["id", "requested_at"])
    .select(isInvisibleToAllTransactions().as("is_ready"))
    .execute();
  const ready = requests.filter(({ is_ready }) => is_ready);
  if (ready.length > 0) {
    await (kind === "postgres" ? sweepServer(db) : rewriteEmbedded(db));
    await forget(db, ready);
  }
  return requests.filter(({ is_ready }) => !is_ready);
}

async function forget(db: Db, done: readonly { id: string }[]): Promise<void> {
  await db
    .deleteFrom("disk_cleanups")
    .where(
      "id",
      "in",
      done.map(({ id }) => id),
    )
    .execute();
}

/** Whether a cleanup was requested more than an hour ago and has not happened. */
export async function isDiskCleanupLate(db: Db, now: Date): Promise<boolean> {
  const found = await db
    .selectFrom("disk_cleanups")
    .where("requested_at", "<", new Date(now.getTime() - lateAfterMs))
    .select("id")
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** For how many further transactions VACUUM keeps what was deleted. Only PostgreSQL before 16 has this setting. */
const deferred = sql<number>`coalesce(current_setting('vacuum_defer_cleanup_age', true), '0')::bigint`;

/**
 * Whether nothing can still see what the transaction of the `disk_cleanups` row deleted, since VACUUM keeps what
 * somebody may still see. This means: no transaction that was open then (in any database of the server, since VACUUM's
 * own snapshot depends on all of them), no older snapshot of this database, and no replica that reports what it reads.
 * VACUUM also keeps what a logical replication slot has not passed while such a slot is being created, which shows only
 * in the slot's having no confirmed position yet.
 */
function isInvisibleToAllTransactions() {
  return sql<boolean>`(
    -- A database that was restored elsewhere numbers its transactions anew.
    disk_cleanups.requested_by >= pg_snapshot_xmax(pg_current_snapshot())
    or disk_cleanups.requested_by::text::bigint + ${deferred}
      < pg_snapshot_xmin(pg_current_snapshot())::text::bigint
    and not exists (
      select from (
        select backend_xmin as seen from pg_stat_activity
        where pid <> pg_backend_pid() and (datid is null or datname = current_database())
        union all
        select xmin from pg_replication_slots
        union all
        select catalog_xmin from pg_replication_slots
        where confirmed_flush_lsn is null
      ) as others
      where age(others.seen) >= (pg_snapshot_xmax(pg_current_snapshot())::text::bigint
        - disk_cleanups.requested_by::text::bigint - ${deferred})
    )
  )`;
}

/** All tables of the product, as SQL names them. */
export async function listOwnTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'auth', 'jobs') order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** Runs one VACUUM; not to be called inside a transaction. `table` is a name from {@link listOwnTables}. */
export async function vacuumTable(
  db: Db,
  options: "analyze" | "full, analyze",
  table: string,
): Promise<void> {
  await sql`vacuum (${sql.raw(options)}) ${sql.raw(table)}`.execute(db);
}

/** Rewrites each table by itself, so that requests can run in between. The log comes last: a rewrite writes to it. */
async function rewriteEmbedded(db: Db): Promise<void> {
  // ANALYZE leaves the samples of a table that has become empty as they were.
  await sql`delete from ${sql.raw(samplesTable)}`.execute(db);
  for (const table of [...(await listOwnTables(db)), samplesTable]) {
    await vacuumTable(db, "full, analyze", table);
  }
  await removeLog(db);
}

/** A server has other users: only what has to be rewritten is, and the cleanup waits for no table. */
async function sweepServer(db: Db): Promise<void> {
  const tables = await listOwnTables(db);
  await requireVacuumPermission(db, tables);
  await withTimeLimits(db, { statement: maxSweepTime, lock: waitForTable }, async (connection) => {
    for (const table of rewrittenTables) await vacuumTable(connection, "full, analyze", table);
    for (const table of tables) await vacuumTable(connection, "analyze", table);
  });
}

/** Without permission, VACUUM skips a table with a warning that no program reads. */
async function requireVacuumPermission(db: Db, tables: readonly string[]): Promise<void> {
  // PostgreSQL before 17 has no MAINTAIN; there the owner of a table may do it.
  const { rows } = await sql<{ role: string; names: string | null }>`
    select current_user as role, string_agg(tables.oid::regclass::text, ', ') as names
    from pg_class as tables, pg_database
    where tables.oid = any (${tables}::text[]::regclass[])
      and datname = current_database() and not pg_has_role(datdba, 'usage')
      and not case when current_setting('server_version_num')::int >= 170000
        then has_table_privilege(tables.oid, 'maintain')
        else pg_has_role(tables.relowner, 'usage') end`.execute(db);
  const [refused] = rows;
  if (refused?.names) {
    throw new Error(
      `The role "${refused.role}" may not VACUUM ${refused.names}, so what was deleted stays on the disk. ` +
        "GRANT it the role that owns these tables, make it the owner of the database, or, from PostgreSQL 17 on, GRANT MAINTAIN ON them to it.",
    );
  }
}

/**
 * Purges earlier writes from the WAL files. A checkpoint deletes files that are no longer needed, since the settings at
 * the start forbid recycling them. Files that were kept all the same are used up one by one.
 */
async function removeLog(db: Db): Promise<void> {
  for (let kept = await countKeptLogFiles(db); kept >= 0; kept -= 1) {
    await sql`select pg_switch_wal()`.execute(db);
    await sql`checkpoint`.execute(db);
  }
}

/** How many files of the log have not been written to yet. */
async function countKeptLogFiles(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_ls_waldir()
    where name > pg_walfile_name(pg_current_wal_insert_lsn())`.execute(db);
  return rows[0]?.count ?? 0;
}
