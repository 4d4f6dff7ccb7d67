import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { isBehindPooler, itOnPostgres, useTestDatabase } from "#server/testing/database/db.ts";
import { defineHotStatement } from "./hot-statements.ts";
import {
  requireOwnSessions,
  requireSessionSettings,
  settingsStatement,
} from "./pooled-sessions.ts";
import { openPostgres } from "./postgres.ts";
import type { Db } from "./tables.ts";
import { withTimeLimits } from "./time-limits.ts";

const database = useTestDatabase();

test("values have the same types from the embedded database and from a server", async () => {
  const instant = new Date("2026-11-02T23:30:00.123Z");
  const { rows } = await sql`
    select count(*) as n, 9007199254740991::bigint as large, 3::smallint as small, 0.5::float8 as part,
      date '2026-11-02' as day, ${instant}::timestamptz as instant, true as yes, null::text as nothing,
      ${JSON.stringify({ a: [1, { b: null }] })}::jsonb as json, ${JSON.stringify(["x"])}::jsonb as list,
      ${["a", "b,c", '"d"']}::text[] as texts, array[1::bigint, 2] as numbers,
      array[date '2026-11-02'] as days, ${Buffer.from([0, 255])}::bytea as bytes,
      'f47ac10b-58cc-4372-a567-0e02b2c3d479'::uuid as id, '::1'::inet as address
  `.execute(database.db);
  expect(rows).toEqual([
    {
      n: 1,
      large: 9007199254740991,
      small: 3,
      part: 0.5,
      day: "2026-11-02",
      instant,
      yes: true,
      nothing: null,
      json: { a: [1, { b: null }] },
      list: ["x"],
      texts: ["a", "b,c", '"d"'],
      numbers: [1, 2],
      days: ["2026-11-02"],
      bytes: Buffer.from([0, 255]),
      id: "f47ac10b-58cc-4372-a567-0e02b2c3d479",
      address: "::1",
    },
  ]);
});

test("a day does not move with the machine's time zone", async () => {
  const { rows } = await sql`
    select ${"2026-03-29"}::date as day, ${new Date("2026-03-29T00:30:00Z")}::timestamptz::text as instant
  `.execute(database.db);
  expect(rows).toEqual([{ day: "2026-03-29", instant: "2026-03-29 00:30:00+00" }]);
});

test("a query without parameters may hold several statements, all or nothing", async () => {
  const { rows } = await sql
    .raw(
      "select 1 as n; create temporary table scratch (n int); insert into scratch values (2); select n from scratch",
    )
    .execute(database.db);
  expect(rows).toEqual([{ n: 1 }, { n: 2 }]);
  await sql`drop table if exists scratch`.execute(database.db);

  await expect(
    sql.raw("create table half (n int); select 1 / 0").execute(database.db),
  ).rejects.toMatchObject({ code: "22012" });
  const { rows: half } = await sql`select to_regclass('half') as found`.execute(database.db);
  expect(half).toEqual([{ found: null }]);
});

const findMail = defineHotStatement<{ intent: string; at_most: number }, { id: string; n: number }>(
  "trial_find_mail",
  (db, param) =>
    db
      .selectFrom("emails")
      .select(["id", sql<number>`1 + ${param("at_most")}::int`.as("n")])
      .where("intent", "=", param("intent"))
      .where("kind", "=", "invitation")
      .limit(param("at_most")),
);

test("a hot statement takes its values by name, inside and outside a transaction", async () => {
  await sql`
    insert into emails (id, kind, intent, to_address, state, created_at)
    values (gen_random_uuid(), 'invitation', 'one', 'ana@example.org', 'queued', now())
  `.execute(database.db);
  expect(await findMail(database.db, { intent: "one", at_most: 5 })).toMatchObject([{ n: 6 }]);
  expect(await findMail(database.db, { intent: "two", at_most: 5 })).toEqual([]);
  await database.db.transaction().execute(async (tx) => {
    expect(await findMail(tx, { intent: "one", at_most: 1 })).toMatchObject([{ n: 2 }]);
  });
});

// A pooler in transaction mode does not keep statements by name.
test.skipIf(isBehindPooler)("a hot statement is kept by the database under its name", async () => {
  await database.db.connection().execute(async (connection) => {
    await findMail(connection, { intent: "one", at_most: 5 });
    const { rows } = await sql`
      select name from pg_prepared_statements where name = 'trial_find_mail'
    `.execute(connection);
    expect(rows).toEqual([{ name: "trial_find_mail" }]);
  });
});

const readValues = defineHotStatement<
  { instant: Date; json: string; texts: string[]; bytes: Buffer; nothing: string | null },
  Record<string, unknown>
>(
  "trial_read_values",
  (_, param) =>
    sql<Record<string, unknown>>`
      select count(*) as n, ${param("instant")}::timestamptz as instant, ${param("instant")}::date as day,
        ${param("json")}::jsonb as json, ${param("texts")}::text[] as texts, ${param("bytes")}::bytea as bytes,
        ${param("nothing")}::text as nothing, true as yes`,
);

test("a hot statement returns values of the same types as a query, each time it runs", async () => {
  for (const minute of ["10", "20"]) {
    const instant = new Date(`2026-11-02T23:${minute}:00.123Z`);
    const values = {
      instant,
      json: JSON.stringify({ a: [minute, { b: null }] }),
      texts: ["a", "b,c", '"d"', minute],
      bytes: Buffer.from([0, 255]),
      nothing: null,
    };
    expect(await readValues(database.db, values)).toEqual([
      {
        n: 1,
        instant,
        day: "2026-11-02",
        json: { a: [minute, { b: null }] },
        texts: ["a", "b,c", '"d"', minute],
        bytes: Buffer.from([0, 255]),
        nothing: null,
        yes: true,
      },
    ]);
  }
});

const divide = defineHotStatement<{ by: number }, { n: number }>(
  "trial_divide",
  (_, param) => sql<{ n: number }>`select 6 / ${param("by")}::int as n`,
);

test("a frequent statement that fails says why and leaves the connection usable", async () => {
  await expect(divide(database.db, { by: 0 })).rejects.toMatchObject({ code: "22012" });
  expect(await divide(database.db, { by: 2 })).toEqual([{ n: 3 }]);

  await expect(
    database.db.transaction().execute(async (tx) => {
      await sql`create table given_up (n int)`.execute(tx);
      await divide(tx, { by: 0 });
    }),
  ).rejects.toMatchObject({ code: "22012" });
  const { rows } = await sql`select to_regclass('given_up') as found`.execute(database.db);
  expect(rows).toEqual([{ found: null }]);
  expect(await divide(database.db, { by: 3 })).toEqual([{ n: 2 }]);
});

itOnPostgres(
  "an address that leads through a pooler is not taken for the server's own",
  async () => {
    const url = new URL(database.databaseUrl);
    if (process.env.TEST_POOLER_URL) url.host = new URL(process.env.TEST_POOLER_URL).host;
    const { db, close } = openPostgres(url.href);
    onTestFinished(close);
    const started = requireOwnSessions(db);
    if (isBehindPooler) await expect(started).rejects.toThrow(/Set DATABASE_DIRECT_URL to/);
    else await expect(started).resolves.toBeUndefined();
  },
);

describe("behind a connection pooler in transaction mode", () => {
  /** The name of each session says which of the two addresses it was opened at. */
  function openBoth(): Db {
    const [pooled, direct] = ["pooled", "direct"].map((name) => {
      const url = new URL(database.databaseUrl);
      url.searchParams.set("application_name", name);
      return url.href;
    });
    const { db, close } = openPostgres(pooled ?? "", { directUrl: direct });
    onTestFinished(close);
    return db;
  }
  const readApplicationName = async (db: Db) => {
    const { rows } = await sql<{ name: string }>`
      select current_setting('application_name') as name`.execute(db);
    return rows[0]?.name;
  };

  itOnPostgres("no statement is prepared, because another session would not know it", async () => {
    await openBoth()
      .connection()
      .execute(async (connection) => {
        await findMail(connection, { intent: "one", at_most: 5 });
        const { rows } = await sql`select name from pg_prepared_statements`.execute(connection);
        expect(rows).toEqual([]);
      });
  });

  itOnPostgres("what needs one session, such as a lock, has one beside the pooler", async () => {
    const db = openBoth();
    expect(await readApplicationName(db)).toBe("pooled");
    await withTimeLimits(db, { statement: "0", lock: "0" }, async (connection) => {
      expect(await readApplicationName(connection)).toBe("direct");
      expect(await readApplicationName(db)).toBe("pooled");
    });
  });

  itOnPostgres("sessions without our settings are refused with what is to be done", async () => {
    const db = openBoth();
    await expect(requireSessionSettings(db)).rejects.toThrow(
      /statement_timeout is "0".*Configure it to run set TimeZone = 'UTC'; /,
    );
    await db.connection().execute(async (connection) => {
      await sql.raw(settingsStatement).execute(connection);
      await requireSessionSettings(connection);
    });
  });
});
