import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { defineHotStatement } from "./hot-statements.ts";
import type { DatabaseKind } from "./open.ts";
import type { CleanupReach, Db, Tx } from "./tables.ts";
import { withTimeLimits } from "./time-limits.ts";

/** A cleanup that has not happened an hour after it was requested is late. */
const late_after_ms = 60 * 60_000;

/** Small tables, from which a copy of the disk could connect answers with people. They are rewritten whole. */
const round_tables = ["round_keys", "waiting_answers"];

/** Larger ones that a release leaves traces in. */
const answer_tables = ["feedback", "encouragements", "insights", "invites", "disk_cleanups"];

/** Where answers were kept as plain text by earlier versions. */
const plain_text_tables = ["feedback", "encouragements", "insights", "removed_names"];

/** Where PostgreSQL keeps samples of what tables hold. */
const samples_table = "pg_catalog.pg_statistic";

/**
 * A rewrite waits this long for others to finish with its table, since everybody else waits behind it; a dump may have it
 * for hours. It is tried again every minute.
 */
const wait_for_table = "200ms";
const sweep_at_most = "10min";

const insertCleanup = defineHotStatement<
  { id: string; reach: CleanupReach; requested_at: Date },
  unknown
>(
  "request_disk_cleanup",
  (_, param) => sql`
    insert into disk_cleanups (id, reach, requested_by, requested_at)
    values (${param("id")}::uuid, ${param("reach")}::text, pg_current_xact_id(),
      ${param("requested_at")}::timestamptz)`,
);

/**
 * Records that what this transaction deletes has to go from the disk too: PostgreSQL leaves a deleted row in its file
 * and in its log until they are rewritten. The job `clean_disk` does that after the commit.
 */
export async function requestDiskCleanup(tx: Tx, reach: CleanupReach, now: Date): Promise<void> {
  await insertCleanup(tx, { id: randomUUID(), reach, requested_at: now });
}

/**
 * Removes from the disk what was deleted by transactions that have requested it, where the database allows it: a
 * transaction that is still open may keep deleted rows alive, and then the request stays for the next time. What a
 * server's log, replicas and backups keep is not in reach. Outside of transactions only.
 * @returns the requests that are left
 */
export async function cleanDisk(db: Db, kind: DatabaseKind): Promise<{ requested_at: Date }[]> {
  const requests = await db
    .selectFrom("disk_cleanups")
    .select(["id", "reach", "requested_at"])
    .select(isBehindEverybody().as("is_ready"))
    .execute();
  const ready = requests.filter(({ is_ready }) => is_ready);
  if (ready.length > 0) {
    const reaches = new Set<CleanupReach>(ready.map(({ reach }) => reach));
    if (kind === "embedded")
      await rewriteEmbedded(db, reaches.has("rows") || reaches.has("plain texts"));
    else await sweepServer(db, reaches);
    await db
      .deleteFrom("disk_cleanups")
      .where(
        "id",
        "in",
        ready.map(({ id }) => id),
      )
      .execute();
  }
  return requests.filter(({ is_ready }) => !is_ready);
}

/** Whether a cleanup was requested more than an hour ago and has not happened. */
export async function isDiskCleanupLate(db: Db, now: Date): Promise<boolean> {
  const found = await db
    .selectFrom("disk_cleanups")
    .where("requested_at", "<", new Date(now.getTime() - late_after_ms))
    .select("id")
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Whether nothing can see any more what the transaction of the `disk_cleanups` row has deleted: no transaction that was
 * open then (of any database of the server, since VACUUM's own snapshot goes by those), no older snapshot of this
 * database, and no replica that reports what it reads. VACUUM keeps what somebody may still see.
 */
function isBehindEverybody() {
  return sql<boolean>`(
    -- A database that was restored elsewhere counts its transactions afresh.
    disk_cleanups.requested_by >= pg_snapshot_xmax(pg_current_snapshot())
    or disk_cleanups.requested_by < pg_snapshot_xmin(pg_current_snapshot())
    and not exists (
      select from (
        select backend_xmin as seen from pg_stat_activity
        where pid <> pg_backend_pid() and (datid is null or datname = current_database())
        union all
        select xmin from pg_replication_slots
      ) as others
      where age(others.seen) >= (pg_snapshot_xmax(pg_current_snapshot())::text::bigint
        - disk_cleanups.requested_by::text::bigint)
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

/** One VACUUM; outside of transactions only. `table` is as {@link listOwnTables} names it. */
export async function vacuumTable(
  db: Db,
  options: "analyze" | "full, analyze",
  table: string,
): Promise<void> {
  await sql`vacuum (${sql.raw(options)}) ${sql.raw(table)}`.execute(db);
}

/** Each table by itself, so that requests come in between, and the log at the end, since a rewrite writes to it. */
async function rewriteEmbedded(db: Db, has_rows: boolean): Promise<void> {
  // ANALYZE leaves the samples of a table that has become empty as they were.
  if (has_rows) await sql`delete from ${sql.raw(samples_table)}`.execute(db);
  const rewritten = has_rows ? [...(await listOwnTables(db)), samples_table] : round_tables;
  for (const table of rewritten) await vacuumTable(db, "full, analyze", table);
  if (!has_rows) {
    for (const table of answer_tables) await vacuumTable(db, "analyze", table);
  }
  await removeLog(db);
}

/** A server has others to keep in mind: only what has to be is rewritten, and no table is waited for. */
async function sweepServer(db: Db, reaches: ReadonlySet<CleanupReach>): Promise<void> {
  const rewritten = [
    ...round_tables,
    ...(reaches.has("rows") ? ["circle_keys"] : []),
    ...(reaches.has("plain texts") ? [...plain_text_tables, samples_table] : []),
  ];
  const swept = reaches.has("rows") ? await listOwnTables(db) : answer_tables;
  await withTimeLimits(
    db,
    { statement: sweep_at_most, lock: wait_for_table },
    async (connection) => {
      for (const table of rewritten) await vacuumTable(connection, "full, analyze", table);
      for (const table of swept) await vacuumTable(connection, "analyze", table);
    },
  );
}

/**
 * What was written before is in no file of the log afterwards: a checkpoint removes those that are done with, since the
 * start forbids to keep them for later use. Files that an earlier version has kept are gone through one by one.
 */
async function removeLog(db: Db): Promise<void> {
  for (let kept = await countKeptLogFiles(db); kept >= 0; kept -= 1) {
    await sql`select pg_switch_wal()`.execute(db);
    await sql`checkpoint`.execute(db);
  }
}

/** Files of the log that are not written to yet. */
async function countKeptLogFiles(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_ls_waldir()
    where name > pg_walfile_name(pg_current_wal_insert_lsn())`.execute(db);
  return rows[0]?.count ?? 0;
}
