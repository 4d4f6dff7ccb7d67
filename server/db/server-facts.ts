import { sql } from "kysely";
import type { Db } from "./tables.ts";

/** What a PostgreSQL server says about itself. */
export interface ServerFacts {
  /** Such as "17.2". */
  version: string;
  major: number;
  /** Its clock, in milliseconds since 1970. */
  now: number;
  /** How many connections this role may have to this database, not counting those reserved for superusers. */
  maxConnections: number;
  /** How many connections others have to the server, not counting those with the same name as this one. */
  connections: number;
  /** Whether it only follows another server and accepts no writes. */
  isStandby: boolean;
}

export async function readServerFacts(db: Db): Promise<ServerFacts> {
  const { rows } = await sql<Omit<ServerFacts, "major"> & { version_number: number }>`
    select
      current_setting('server_version') as version,
      current_setting('server_version_num')::int as version_number,
      extract(epoch from clock_timestamp())::float8 * 1000 as now,
      least(
        current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
          - coalesce(current_setting('reserved_connections', true), '0')::int,
        (select nullif(datconnlimit, -1) from pg_database where datname = current_database()),
        (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user)
      ) as "maxConnections",
      (select count(*) from pg_stat_activity where backend_type = 'client backend' and application_name <> current_setting('application_name'))::int as connections,
      pg_is_in_recovery() as "isStandby"`.execute(db);
  const [facts] = rows;
  if (facts === undefined) throw new Error("The server reported nothing about itself.");
  const { version_number, ...rest } = facts;
  return { ...rest, major: Math.floor(version_number / 10_000) };
}
