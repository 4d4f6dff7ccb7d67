import { randomBytes } from "node:crypto";
import pg from "pg";
import { startPgBouncer } from "../pgbouncer.mjs";
import { startPostgres } from "../postgres.mjs";

/**
 * Provides the PostgreSQL server of the `postgres` project; its tests find it in TEST_DATABASE_URL. The databases that
 * files share have names that begin with TEST_SHARED_DATABASES. With TEST_POOLER, the tests' statements go through
 * PgBouncer, at TEST_POOLER_URL.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const postgres = await startPostgres();
  const shared = `paraline_shared_${randomBytes(4).toString("hex")}_`;
  process.env.TEST_DATABASE_URL = postgres.url;
  process.env.TEST_SHARED_DATABASES = shared;
  const pooler = process.env.TEST_POOLER ? await startPgBouncer(postgres.url) : undefined;
  if (pooler) process.env.TEST_POOLER_URL = pooler.url;
  return async () => {
    await pooler?.stop();
    await dropDatabases(postgres.url, shared);
    await postgres.stop();
  };
}

/** Drops databases, except those that a comment marks because a test on them failed. */
async function dropDatabases(serverUrl: string, prefix: string): Promise<void> {
  const admin = new pg.Client(serverUrl);
  await admin.connect();
  const { rows } = await admin.query<{ datname: string }>(
    `select datname from pg_database
     where starts_with(datname, $1) and shobj_description(oid, 'pg_database') is null`,
    [prefix],
  );
  for (const { datname } of rows) await admin.query(`drop database ${datname} with (force)`);
  await admin.end();
}
