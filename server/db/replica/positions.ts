import { sql } from "kysely";
import { findDatabaseState } from "../database-state.ts";
import type { ReadDb } from "../tables.ts";

export interface ServerPosition {
  /** The length of the server's log in bytes. A standby replays the log of the server that it follows. */
  position: number;
  /** The id of the database on it; undefined before its first migration. */
  databaseId: string | undefined;
}

/** The position of the primary: no standby can be further. */
export async function readPrimary(db: ReadDb): Promise<ServerPosition> {
  // A commit that is not on the disk yet is not sent to standbys.
  const { rows } = await sql<{ position: number }>`
    select pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::bigint as position`.execute(db);
  const state = await findDatabaseState(db);
  return { position: rows[0]?.position ?? 0, databaseId: state?.id };
}

/** How much of the primary's log a standby has replayed; undefined if the server does not follow another one. */
export async function readStandby(db: ReadDb): Promise<ServerPosition | undefined> {
  const position = await findReplayedPosition(db);
  if (position === undefined) return undefined;
  const state = await findDatabaseState(db);
  return { position, databaseId: state?.id };
}

/** The same without the id of the database. */
export async function findReplayedPosition(db: ReadDb): Promise<number | undefined> {
  const { rows } = await sql<{ position: number | null }>`
    select case when pg_is_in_recovery()
      then pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint end as position`.execute(db);
  return rows[0]?.position ?? undefined;
}
