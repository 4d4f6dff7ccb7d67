import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type RawBuilder, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { describe, expect, test } from "vitest";
import { jobKinds } from "#server/jobs/kinds.ts";
import {
  createPostgresDatabase,
  itOnPostgres,
  useTestDatabase,
} from "#server/testing/database/db.ts";
import { requireUsableDatabase } from "./database-state.ts";
import { UnusableDatabaseError } from "./errors.ts";
import { isMigrated, migrateToLatest } from "./migrate.ts";
import { migrations } from "./migrations/list.ts";
import { openPostgres } from "./postgres.ts";
import type { Db } from "./tables.ts";

const database = useTestDatabase();

const createMigration = (statements: string): Migration => ({
  async up(db) {
    for (const statement of statements.split(";")) await sql.raw(statement).execute(db);
  },
});

/** Every relation, and which migrations have run. */
async function listEverything(db: Db) {
  const { rows } = await sql`
    select oid::regclass::text, relfilenode from pg_class union all
    select name, 0 from kysely_migration order by 1`.execute(db);
  return rows;
}

/** Statements that break versions that do not know about them. */
const removes = /\b(?:drop (?:table|column|view|function)|rename|set not null)\b/i;

describe("migrating", () => {
  test("changes nothing in a database that is up to date", async () => {
    expect(await isMigrated(database.db)).toBe(true);
    await migrateToLatest(database.db);
    expect(await isMigrated(database.db)).toBe(true);
  });

  test("stores nothing when a migration fails, and says why", async () => {
    const list = {
      ...migrations,
      "9998-good": createMigration("create table half (id int)"),
      "9999-bad": createMigration("select 1 / 0"),
    };
    await expect(migrateToLatest(database.db, list)).rejects.toMatchObject({ code: "22012" });
    const { rows } = await sql`select to_regclass('half') as half`.execute(database.db);
    expect(rows).toEqual([{ half: null }]);
    expect(await isMigrated(database.db)).toBe(true);
  });

  test("leaves no foreign key without an index by which a deletion finds dependent rows", async () => {
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

  test("rows of an owner have the owner's id, and rows about a circle that of its owner", async () => {
    const listTables = async (condition: RawBuilder<unknown>) => {
      const { rows } = await sql<{ name: string }>`
        select relname as name from pg_class as tables
        where relnamespace = 'public'::regnamespace and relkind = 'r' and ${condition}
        order by relname collate "C"`.execute(database.db);
      return rows.map(({ name }) => name);
    };
    const has = (column: string) => sql`exists (select from pg_attribute
      where attrelid = tables.oid and attname = ${column}::text and attnotnull)`;
    expect(await listTables(sql`not ${has("user_id")}`)).toEqual([
      // Its owner may be unknown, or none of this server's.
      "billing_events",
      "daily_counts",
      "database_state",
      "disk_cleanups",
      // Somebody who signs in may have no account yet.
      "emails",
      "erasure_days",
      "erasure_notes",
      "kysely_migration",
      "kysely_migration_lock",
      // It is the same work whether or not the circle exists.
      "link_requests",
      // An address may want mail from no owner.
      "mail_opt_outs",
      "mailboxes",
      "rate_limits",
    ]);
    const isAsTheCircle = sql`exists (select from pg_constraint
      where conrelid = tables.oid and confrelid = 'circles'::regclass
        and pg_get_constraintdef(oid) like '%(circle_id, user_id) REFERENCES circles(id, user_id)%')`;
    expect(await listTables(sql`${has("circle_id")} and not ${isAsTheCircle}`)).toEqual([
      "link_requests",
    ]);
  });

  test("a database of before 1.0 is refused in one sentence, and nothing in it changes", async () => {
    const { db } = database;
    const undone = new Error("undone");
    const refused = db.transaction().execute(async (tx) => {
      await sql`update kysely_migration set name = 'former-' || name`.execute(tx);
      const before = await listEverything(tx);
      for (const start of [requireUsableDatabase, migrateToLatest]) {
        await expect(start(tx)).rejects.toThrow(
          "This database was made by a version of Paraline before 1.0, which no later version can read.",
        );
      }
      expect(await isMigrated(tx)).toBe(false);
      expect(await listEverything(tx)).toEqual(before);
      throw undone;
    });
    await expect(refused).rejects.toBe(undone);
  });

  describe("a database that a later version has migrated", () => {
    const later = {
      ...migrations,
      "9997-adds": createMigration("create table added (id int)"),
    };
    const contracting = {
      ...later,
      "9998-removes": createMigration(
        "drop table added; update database_state set oldest_migration = '9997-adds'",
      ),
    };

    test("serves this version until something that it needs is removed", async ({
      onTestFinished,
    }) => {
      const { db } = database;
      onTestFinished(async () => {
        await sql`drop table if exists added`.execute(db);
        await sql`delete from kysely_migration where name > '9'`.execute(db);
        await sql`update database_state set oldest_migration = '0015-baseline-admin'`.execute(db);
      });
      await migrateToLatest(db, later);
      await migrateToLatest(db);
      expect(await isMigrated(db)).toBe(true);

      await migrateToLatest(db, contracting);
      await expect(migrateToLatest(db)).rejects.toThrow(
        "A later version of Paraline has migrated the database (9998-removes), and this version can no longer work with it.",
      );
      expect(await isMigrated(db)).toBe(false);
      // The version before it knows the migration that the removing one requires.
      await migrateToLatest(db, later);
      expect(await isMigrated(db, later)).toBe(true);
    });

    test("refuses a version that lacks an earlier migration", async () => {
      const { "0015-baseline-admin": _, ...without } = migrations;
      await expect(migrateToLatest(database.db, without)).rejects.toThrow(UnusableDatabaseError);
    });
  });

  test("a migration that removes something says which versions may still run", () => {
    const folder = new URL("./migrations/", import.meta.url);
    const removing = Object.keys(migrations)
      .filter((name) => !name.includes("-baseline-"))
      .map((name) => ({ name, text: readFileSync(new URL(`${name}.ts`, folder), "utf8") }))
      .filter(({ text }) => removes.test(text) && !text.includes("oldest_migration"));
    expect(removing.map(({ name }) => name)).toEqual([]);
    for (const text of ["drop table a", "alter table a drop column b", "rename column a to b"]) {
      expect(text).toMatch(removes);
    }
  });

  itOnPostgres(
    "waits for a long transaction, such as a backup's, without keeping others from the table",
    async () => {
      const { db } = database;
      const began = Promise.withResolvers<void>();
      const mayEnd = Promise.withResolvers<void>();
      const readCircles = (tx: Db) => tx.selectFrom("circles").select("id").limit(1).execute();
      const backup = db.transaction().execute(async (tx) => {
        await readCircles(tx);
        began.resolve();
        await mayEnd.promise;
      });
      await began.promise;
      const waits = Promise.withResolvers<void>();
      const list = {
        ...migrations,
        "9998-wide": createMigration("alter table circles add column wide int"),
      };
      const migrating = migrateToLatest(db, list, { onWait: waits.resolve });
      await waits.promise;
      expect(await readCircles(db)).toEqual([]);
      expect(await isMigrated(db, list)).toBe(false);
      mayEnd.resolve();
      await backup;
      await migrating;
      expect(await isMigrated(db, list)).toBe(true);
    },
  );

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

      // All are loaded before any of them begins, so that they really run at the same time.
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
import { readFileSync } from "node:fs";
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
