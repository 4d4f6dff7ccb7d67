import { spawn } from "node:child_process";
import { once } from "node:events";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { describe, expect, test } from "vitest";
import { jobKinds } from "#server/jobs/kinds.ts";
import {
  createPostgresDatabase,
  itOnPostgres,
  useTestDatabase,
} from "#server/testing/database/db.ts";
import { isMigrated, migrateToLatest } from "./migrate.ts";
import { migrations } from "./migrations/list.ts";
import { openPostgres } from "./postgres.ts";

const database = useTestDatabase();

describe("migrating", () => {
  test("a migrated database again changes nothing", async () => {
    expect(await isMigrated(database.db)).toBe(true);
    await migrateToLatest(database.db);
    expect(await isMigrated(database.db)).toBe(true);
  });

  test("stores nothing half when a migration fails, and says why", async () => {
    const migration = (statement: string): Migration => ({
      up: async (db) => void (await sql.raw(statement).execute(db)),
    });
    const list = {
      ...migrations,
      "9998-good": migration("create table half (id int)"),
      "9999-bad": migration("select 1 / 0"),
    };
    await expect(migrateToLatest(database.db, list)).rejects.toMatchObject({ code: "22012" });
    const { rows } = await sql`select to_regclass('half') as half`.execute(database.db);
    expect(rows).toEqual([{ half: null }]);
    expect(await isMigrated(database.db)).toBe(true);
  });

  test("no deletion has to search for dependent rows without an index", async () => {
    const { rows } = await sql<{ column: string }>`
      select format('%s.%s', conrelid::regclass, attname) as column
      from pg_constraint
      join pg_attribute on attrelid = conrelid and attnum = conkey[1]
      where contype = 'f' and connamespace in ('public'::regnamespace, 'auth'::regnamespace)
        and not exists (select from pg_index where indrelid = conrelid and indkey[0] = conkey[1])`.execute(
      database.db,
    );
    expect(rows).toEqual([]);
  });

  test("refuses a database that a newer version has migrated", async () => {
    const [, ...older] = Object.entries(migrations);
    await expect(migrateToLatest(database.db, Object.fromEntries(older))).rejects.toThrow(
      /previously executed migration .* is missing/,
    );
  });

  itOnPostgres(
    "is done once by three processes that start together, each with its job queue",
    async ({ onTestFinished }) => {
      const empty = await createPostgresDatabase();
      onTestFinished(empty.drop);
      const processes = [1, 2, 3].map(() =>
        spawn(process.execPath, ["--input-type=module", "--eval", start, empty.databaseUrl], {
          stdio: ["pipe", "pipe", "pipe"],
        }),
      );
      onTestFinished(() => processes.forEach((child) => void child.kill("SIGKILL")));
      const ends = processes.map(async (child) => {
        const complaints = child.stderr.toArray();
        const [code] = await once(child, "exit");
        return { code, complaints: (await complaints).join("") };
      });

      // All are loaded before any begins, so that they do run concurrently.
      await Promise.all(processes.map((child) => once(child.stdout, "data")));
      for (const child of processes) child.stdin.end("go");
      expect(await Promise.all(ends)).toEqual(Array(3).fill({ code: 0, complaints: "" }));

      const { db, close } = openPostgres(empty.databaseUrl);
      expect(await isMigrated(db)).toBe(true);
      const { rows: queues } = await sql`
      select name from jobs.queue where name not like '\\_\\_%' order by name
    `.execute(db);
      expect(queues).toEqual([...jobKinds].sort().map((name) => ({ name })));
      await close();
    },
  );
});

const start = `
  import { once } from "node:events";
  import { migrateToLatest } from "#server/db/migrate.ts";
  import { openPostgres } from "#server/db/postgres.ts";
  import { startJobs } from "#server/jobs/start.ts";
  import { createLog } from "#server/system/log.ts";
  const { db, close } = openPostgres(process.argv[1]);
  console.log("loaded");
  await once(process.stdin, "data");
  await migrateToLatest(db);
  const jobs = await startJobs({ db, kind: "postgres", log: createLog("error") });
  await jobs.stop();
  await close();
`;
