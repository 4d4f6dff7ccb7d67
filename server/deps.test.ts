import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { paymentSettings } from "#server/features/billing/providers.ts";
import { systemClock } from "#server/system/clock.ts";
import { createLog } from "#server/system/log.ts";
import { ConfigError, loadConfig } from "./config/config.ts";
import { openDatabase } from "./db/open.ts";
import { createDeps } from "./deps.ts";
import {
  createPostgresDatabase,
  itOnPostgres,
  testDatabaseKind,
  useTestDatabase,
} from "./testing/database/db.ts";
import { copyEmptyDatabase } from "./testing/database/empty-embedded.ts";
import { createTestJobs } from "./testing/jobs.ts";
import { testAppSecret } from "./testing/secrets.ts";
import { seedCircle, seedOwner } from "./testing/seed-circle.ts";

const database = useTestDatabase();
let dataDir = "";

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "paraline-deps-"));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

async function listRefusals(databaseUrl: string): Promise<readonly string[]> {
  const loaded = loadConfig(
    { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, BILLING: "off" },
    paymentSettings,
  );
  const error: unknown = await createDeps(
    { ...loaded, openPayments: undefined },
    createLog("silent"),
  ).catch((e: unknown) => e);
  if (error instanceof ConfigError) return error.errors;
  throw error;
}

describe("a database that cannot be used is refused in a sentence without its password,", () => {
  test("when nothing answers there", async () => {
    expect(await listRefusals("postgres://me:a-password@127.0.0.1:1/paraline")).toEqual([
      "DATABASE_URL cannot be used: the server at 127.0.0.1:1 does not answer (ECONNREFUSED)",
    ]);
  });

  itOnPostgres("when the server has no such database", async () => {
    const address = new URL(database.databaseUrl);
    address.pathname = "/paraline_none";
    expect(await listRefusals(address.href)).toEqual([
      `DATABASE_URL cannot be used: the server at ${address.host} has no database paraline_none`,
    ]);
  });
});

test("a started server hashes passwords at full cost", async () => {
  const loaded = loadConfig({ DATA_DIR: dataDir, BILLING: "off" }, paymentSettings);
  const jobs = await createTestJobs(database.db, systemClock);
  const deps = await createDeps({ ...loaded, openPayments: undefined }, createLog("silent"), {
    database,
    jobs,
  });
  expect(await deps.passwords.hash("correct horse")).toMatch(
    /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/,
  );
  await deps.close();
});

/** A new data folder and database, on which a server can be started. */
async function createPlace() {
  const dataFolder = await mkdtemp(join(tmpdir(), "paraline-place-"));
  onTestFinished(() => rm(dataFolder, { recursive: true, force: true }));
  if (testDatabaseKind === "embedded") await copyEmptyDatabase(dataFolder);
  const server = testDatabaseKind === "postgres" ? await createPostgresDatabase() : undefined;
  if (server) onTestFinished(() => server.drop());
  const loadTestConfig = (appSecret: string) =>
    loadConfig(
      {
        DATA_DIR: dataFolder,
        DATABASE_URL: server?.databaseUrl,
        BILLING: "off",
        APP_SECRET: appSecret,
      },
      paymentSettings,
    );
  return {
    dataFolder,
    start: (appSecret: string) =>
      createDeps({ ...loadTestConfig(appSecret), openPayments: undefined }, createLog("silent")),
    open: () => openDatabase(loadTestConfig(testAppSecret).config),
  };
}

test("a data folder or database of before 1.0 is refused in one sentence, and stays as it was", async () => {
  const { dataFolder, start, open } = await createPlace();
  const list = async () => {
    const { db, close } = await open();
    const { rows } = await sql`
      select oid::regclass::text as name from pg_class where relnamespace = 'public'::regnamespace
      union all select name from kysely_migration order by name`.execute(db);
    await close();
    const files = await readdir(dataFolder, { recursive: true });
    return { rows, files: files.filter((file) => !file.startsWith("database/files/")).toSorted() };
  };
  const { db, close } = await open();
  await sql`create table circles (title text)`.execute(db);
  await sql`create table kysely_migration (name text)`.execute(db);
  await sql`insert into kysely_migration values ('0001-auth')`.execute(db);
  await close();

  const before = await list();
  await expect(start(testAppSecret)).rejects.toThrow(
    "This database was made by a version of Paraline before 1.0, which no later version can read.",
  );
  expect(await list()).toEqual(before);
});

test("a start with an APP_SECRET other than the one that answers are encrypted with is refused", async () => {
  const { start } = await createPlace();
  const deps = await start(testAppSecret);
  const now = new Date("2026-11-02T11:00:00Z");
  await seedCircle(deps.db, await seedOwner(deps.db, { now }), { now });
  await deps.close();

  await expect(start("another secret for tests alone, as long as the first")).rejects.toThrow(
    "APP_SECRET is not the one that this database's answers are encrypted with (1 key does not open).",
  );
  const again = await start(testAppSecret);
  await again.close();
});
