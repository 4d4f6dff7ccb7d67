import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { PGlite } from "@electric-sql/pglite";
import { CompiledQuery } from "kysely";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, type TestContext, test } from "vitest";
import { createEmbeddedDb } from "#server/db/embedded/embedded.ts";
import { migrateToLatest } from "#server/db/migrate.ts";
import type { DatabaseKind } from "#server/db/open.ts";
import { embeddedParsers } from "#server/db/parsers.ts";
import { openPostgres } from "#server/db/postgres.ts";
import type { Db } from "#server/db/tables.ts";
import { startQueue } from "#server/jobs/queue.ts";
import { readEmptyDatabase } from "./empty-embedded.ts";

export type TestDatabase = {
  readonly db: Db;
  readonly kind: DatabaseKind;
  /** The address of the database without a pooler, for a second pool or another process. */
  readonly databaseUrl: string;
};

if (process.env.TEST_DATABASE === "none") {
  throw new Error("This test opens a database: tools/vitest/vitest-projects.ts has to see that.");
}

/** Which of the two databases this run of the suite is about. */
export const testDatabaseKind: DatabaseKind =
  process.env.TEST_DATABASE === "postgres" ? "postgres" : "embedded";

/** A test that needs two connections at once. The embedded database has only one, so the test is skipped there. */
export const itOnPostgres: (
  name: string,
  run: (context: TestContext) => unknown,
  timeoutMs?: number,
) => void = test.skipIf(testDatabaseKind !== "postgres");

/** Whether the tests' statements go through a connection pooler in transaction mode (`npm run test:pooler`). */
export const isBehindPooler = process.env.TEST_POOLER_URL !== undefined;

const emptyingTakesAtMostMs = 15_000;

/**
 * Gives the test file an empty, migrated database from its first test on; with `each`, every test. With `isSecond`, it
 * is not the one that the files of a worker share, so that a file can have two. On a server, the database of a file
 * with a failed test is kept and its name printed.
 */
export function useTestDatabase({
  each = false,
  isSecond = false,
}: {
  each?: boolean;
  isSecond?: boolean;
} = {}): TestDatabase {
  let opened: { db: Db; databaseUrl: string; close(failed: boolean): Promise<void> } | undefined;
  let failed = false;
  let fresh = true;

  beforeAll(async () => {
    if (testDatabaseKind === "postgres") opened = await openOnPostgres();
    else opened = isSecond ? await openSecond() : await openInWorker();
  }, 120_000);
  beforeEach(async () => {
    if (each && !fresh) await emptyTables(given().db);
    fresh = false;
  });
  afterEach(({ task }) => {
    if (task.result?.state === "fail") failed = true;
  });
  afterAll(async () => {
    await opened?.close(failed);
    opened = undefined;
  });

  const given = () => {
    if (!opened) throw new Error("The test database is there from the file's beforeAll hooks on.");
    return opened;
  };
  return {
    kind: testDatabaseKind,
    get db() {
      return given().db;
    },
    get databaseUrl() {
      return given().databaseUrl;
    },
  };
}

/** It is kept on globalThis, which lasts as long as the worker, because making an instance takes a second. */
const instanceKey = Symbol.for("paraline.test-database");
/** The key of the addresses of databases on the server that no file of the worker uses at the moment. */
const freeKey = Symbol.for("paraline.free-databases");
type WorkerGlobals = typeof globalThis & {
  [instanceKey]?: Promise<PGlite>;
  [freeKey]?: string[];
};

async function openInWorker() {
  const globals: WorkerGlobals = globalThis;
  globals[instanceKey] ??= createMigrated();
  let db = createEmbeddedDb(await globals[instanceKey]);
  if (!(await within(emptyingTakesAtMostMs, emptyTables(db)))) {
    // A test of an earlier file has left a transaction open, which would block everything after it.
    globals[instanceKey] = createMigrated();
    db = createEmbeddedDb(await globals[instanceKey]);
  }
  return {
    db,
    get databaseUrl(): string {
      throw new Error("The embedded test database has no address. Use itOnPostgres.");
    },
    close: async () => {},
  };
}

async function openSecond() {
  const pglite = await createMigrated();
  return {
    db: createEmbeddedDb(pglite),
    get databaseUrl(): string {
      throw new Error("The embedded test database has no address. Use itOnPostgres.");
    },
    close: () => pglite.close(),
  };
}

async function createMigrated(): Promise<PGlite> {
  const pglite = await PGlite.create({
    parsers: embeddedParsers,
    loadDataDir: await readEmptyDatabase(),
  });
  await prepare(createEmbeddedDb(pglite), "embedded");
  return pglite;
}

async function prepare(db: Db, kind: DatabaseKind): Promise<void> {
  await migrateToLatest(db);
  const queue = await startQueue(db, { kind, works: false }, failLoudly);
  await queue.stop({ graceful: false });
}

function failLoudly(error: unknown): void {
  throw error;
}

/** An empty database on the server, not migrated; for `itOnPostgres`. */
export function createPostgresDatabase(): Promise<{ databaseUrl: string; drop(): Promise<void> }> {
  return createDatabase("paraline_test_", "template0");
}

/** The same, with the address of a role that may do nothing but own it. */
export async function createOwnedDatabase(): Promise<{
  databaseUrl: string;
  drop(): Promise<void>;
}> {
  const { databaseUrl, drop } = await createPostgresDatabase();
  const url = new URL(databaseUrl);
  const [database, role] = [url.pathname.slice(1), `paraline_role_${crypto.randomUUID()}`];
  await withClient(givenServer(), async (admin) => {
    await admin.query(`create role "${role}" login password 'for tests'`);
    await admin.query(`alter database ${database} owner to "${role}"`);
  });
  url.username = role;
  url.password = "for tests";
  return {
    databaseUrl: url.href,
    async drop() {
      await drop();
      await withClient(givenServer(), (admin) => admin.query(`drop role "${role}"`));
    },
  };
}

async function createDatabase(prefix: string, template: string) {
  const serverUrl = givenServer();
  const name = `${prefix}${crypto.randomUUID().replaceAll("-", "")}`;
  await withClient(serverUrl, (admin) =>
    admin.query(`create database ${name} template ${template}`),
  );
  return {
    databaseUrl: createDatabaseUrl(serverUrl, name),
    async drop() {
      await withClient(serverUrl, (admin) => admin.query(`drop database ${name} with (force)`));
    },
  };
}

/**
 * Tests in these folders are about the database itself: they change its schema, its settings and its queues. The test
 * of growth counts blocks, and in a shared database, what earlier files have left would count.
 */
const needsOwnDatabase = /[\\/]server[\\/](?:(?:db|jobs)[\\/]|growth\.test)/;

async function openOnPostgres() {
  if (needsOwnDatabase.test(expect.getState().testPath ?? "")) return await openOwn();
  return (await reopenFree()) ?? (await openShared());
}

async function openOwn() {
  const { databaseUrl, drop } = await createDatabase("paraline_test_", await createTemplate());
  const { db, close } = openThroughPooler(databaseUrl, { waitMs: 60_000 });
  return {
    db,
    databaseUrl,
    async close(failed: boolean) {
      await close();
      if (failed) console.warn(`A test failed. Its database is kept: ${databaseUrl}`);
      else await drop();
    },
  };
}

/** Empties a database of an earlier file and uses it. Making a new one takes a third of a second. */
async function reopenFree() {
  const databaseUrl = freeDatabases().pop();
  if (databaseUrl === undefined) return undefined;
  const opened = openThroughPooler(databaseUrl);
  if (
    await within(
      emptyingTakesAtMostMs,
      emptyTables(opened.db).then(() => vacuum(opened.db)),
    )
  ) {
    return freeAfterwards(databaseUrl, opened);
  }
  // Something that a test of an earlier file started still has a transaction open, which would block what follows.
  void opened.close();
  return undefined;
}

async function openShared() {
  const { databaseUrl } = await createDatabase(givenPrefix(), await createTemplate());
  return freeAfterwards(databaseUrl, openThroughPooler(databaseUrl, { waitMs: 60_000 }));
}

function freeDatabases(): string[] {
  const globals: WorkerGlobals = globalThis;
  globals[freeKey] ??= [];
  return globals[freeKey];
}

/** @param databaseUrl leads to the server itself */
function openThroughPooler(databaseUrl: string, options: { waitMs?: number } = {}) {
  const poolerUrl = process.env.TEST_POOLER_URL;
  if (poolerUrl === undefined) return openPostgres(databaseUrl, options);
  const pooledUrl = createDatabaseUrl(poolerUrl, new URL(databaseUrl).pathname.slice(1));
  return openPostgres(pooledUrl, { ...options, directUrl: databaseUrl });
}

function freeAfterwards(databaseUrl: string, { db, close }: ReturnType<typeof openPostgres>) {
  return {
    db,
    databaseUrl,
    async close(failed: boolean) {
      await close();
      if (!failed) {
        freeDatabases().push(databaseUrl);
        return;
      }
      await keep(databaseUrl);
      console.warn(`A test failed. Its database is kept: ${databaseUrl}`);
    },
  };
}

/** Marks a shared database, so that the end of the run does not drop it. */
async function keep(databaseUrl: string): Promise<void> {
  const name = new URL(databaseUrl).pathname.slice(1);
  await withClient(givenServer(), (admin) =>
    admin.query(`comment on database ${name} is 'kept: a test failed'`),
  );
}

/** The name of a migrated database to copy. One worker makes it while the others wait for it. */
async function createTemplate(): Promise<string> {
  const serverUrl = givenServer();
  const template = `paraline_template_${fingerprint()}`;
  await withClient(serverUrl, async (admin) => {
    await admin.query("select pg_advisory_lock(7263)");
    const found = await admin.query("select from pg_database where datname = $1", [template]);
    if (found.rowCount !== 0) return;
    const unfinished = `${template}_unfinished`;
    await admin.query(`drop database if exists ${unfinished} with (force)`);
    await admin.query(`create database ${unfinished} template template0`);
    const { db, close } = openPostgres(createDatabaseUrl(serverUrl, unfinished));
    await prepare(db, "postgres").finally(close);
    await admin.query(`alter database ${unfinished} rename to ${template}`);
  });
  return template;
}

/** With this prefix, the end of the run finds and drops the databases that files shared. */
function givenPrefix(): string {
  const prefix = process.env.TEST_SHARED_DATABASES;
  if (!prefix) throw new Error("TEST_SHARED_DATABASES is missing: the suite's setup provides it.");
  return prefix;
}

function givenServer(): string {
  const serverUrl = process.env.TEST_DATABASE_URL;
  if (!serverUrl) throw new Error("TEST_DATABASE_URL is missing: the suite's setup provides it.");
  return serverUrl;
}

/** What the template is made from, so that a server that outlives the run makes a new one when it changes. */
function fingerprint(): string {
  const hash = createHash("sha256");
  const server = fileURLToPath(new URL("../..", import.meta.url));
  const sources = globSync(["db/{baseline,migrations}/*.ts", "jobs/kinds.ts", "jobs/queue.ts"], {
    cwd: server,
  });
  for (const source of sources.toSorted()) hash.update(readFileSync(`${server}/${source}`));
  return hash.digest("hex").slice(0, 16);
}

function createDatabaseUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

async function withClient<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Deletes all rows. Truncating every table takes ten times as long, because each gets new files. */
async function emptyTables(db: Db): Promise<void> {
  await db.executeQuery(
    CompiledQuery.raw(`
      do $$
      declare
        name text;
        filled text[];
      begin
        -- With this, neither triggers nor the order of foreign keys matter.
        perform set_config('session_replication_role', 'replica', true);
        execute (
          select 'select array_remove(array[' ||
            string_agg(format('case when exists (select from %1$s) then %1$L end', 
              format('%I.%I', schemaname, tablename)), ', ') || '], null)'
          from pg_tables
          where schemaname in ('public', 'auth') and tablename not like 'kysely_%'
            -- The last one has the id that the app of the file has read at its start.
            and tablename not in ('database_state')
        ) into filled;
        foreach name in array filled loop
          execute 'delete from ' || name;
        end loop;
        update database_state set backed_up_at = null;
        delete from jobs.job;
        delete from jobs.schedule;
      end $$`),
  );
}

/** Frees the space of the deleted rows, which every later search would have to skip. */
async function vacuum(db: Db): Promise<void> {
  const { rows } = await db.executeQuery<{ tables: string | null }>(
    CompiledQuery.raw(`
      select string_agg(format('%I.%I', nspname, relname), ', ') as tables
      from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where relkind = 'r' and nspname in ('public', 'auth', 'jobs') and pg_relation_size(pg_class.oid) > 0`),
  );
  const tables = rows[0]?.tables;
  if (tables) await db.executeQuery(CompiledQuery.raw(`vacuum ${tables}`));
}

async function within(milliseconds: number, work: Promise<unknown>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(resolve, milliseconds, false);
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
