import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { requestDiskCleanup } from "#server/db/disk-cleanups.ts";
import { openPostgres } from "#server/db/postgres.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { createLog } from "#server/system/log.ts";
import { useTestApp } from "#server/testing/app.ts";
import { itOnPostgres, testDatabaseKind } from "#server/testing/database/db.ts";
import { jobHandlers } from "#server/worker.ts";
import type { JobHandlers } from "./jobs.ts";

const app = useTestApp();

const attempt = { attempt: 1, lastAttempt: false };
let handlers: JobHandlers;
beforeAll(() => {
  handlers = jobHandlers(app.deps);
});
const run = (kind: "clean_disk" | "vacuum_after_changes" | "vacuum_embedded") =>
  handlers[kind]({}, attempt);

const cleanup = async () => {
  const response = await app.request("/readyz");
  const { cleanup } = (await response.json()) as { cleanup: string };
  return [response.status, cleanup];
};

describe("cleaning the disk", () => {
  itOnPostgres(
    "waits for transactions that may still see what was deleted, and is late after an hour",
    async () => {
      const { db } = app;
      const open = Promise.withResolvers<void>();
      const began = Promise.withResolvers<void>();
      const other = db
        .transaction()
        .setIsolationLevel("repeatable read")
        .execute(async (tx) => {
          await sql`select 1 from circles`.execute(tx);
          began.resolve();
          await open.promise;
        });
      await began.promise;
      await inTransaction(db, (tx) => requestDiskCleanup(tx, app.clock.now()));

      await run("clean_disk");
      expect(await cleanup()).toEqual([200, "ok"]);
      app.clock.advance({ hours: 1, seconds: 1 });
      expect(await cleanup()).toEqual([200, "late"]);
      await run("clean_disk");
      expect(await cleanup()).toEqual([200, "late"]);

      open.resolve();
      await other;
      await expect
        .poll(async () => {
          await run("clean_disk");
          return cleanup();
        })
        .toEqual([200, "ok"]);
    },
  );
});

itOnPostgres(
  "a cleanup that waits for a table says so once, and is an error once it is an hour late",
  async ({ onTestFinished }) => {
    const { db } = app;
    const lines: { level: number; msg: string }[] = [];
    const log = createLog("debug", { write: (line) => lines.push(JSON.parse(line)) });
    const { clean_disk } = jobHandlers({ ...app.deps, log });
    const open = Promise.withResolvers<void>();
    const began = Promise.withResolvers<void>();
    onTestFinished(() => open.resolve());
    // A dump holds such a lock too, for hours.
    const other = db.transaction().execute(async (tx) => {
      await sql`lock table sealed_answers in access share mode`.execute(tx);
      began.resolve();
      await open.promise;
    });
    await began.promise;
    await inTransaction(db, (tx) => requestDiskCleanup(tx, app.clock.now()));

    const waits = {
      level: log.levels.values.info,
      msg: "a cleanup of the database's disk waits for a table that is in use",
    };
    await expect
      .poll(async () => {
        await clean_disk({}, attempt);
        return lines;
      })
      .toMatchObject([waits]);
    for (let again = 0; again < 2; again += 1) await clean_disk({}, attempt);
    expect(lines).toMatchObject([waits]);

    app.clock.advance({ hours: 1, seconds: 1 });
    await clean_disk({}, attempt);
    expect(lines).toMatchObject([
      waits,
      {
        level: log.levels.values.error,
        msg: "what was deleted more than an hour ago is still on the database's disk",
      },
    ]);

    open.resolve();
    await other;
    await expect
      .poll(async () => {
        await clean_disk({}, attempt);
        return cleanup();
      })
      .toEqual([200, "ok"]);
  },
);

const countRequests = async () =>
  (await app.db.selectFrom("disk_cleanups").select("id").execute()).length;

itOnPostgres(
  "a cleanup waits for a logical replication slot only while it is being made",
  async ({ onTestFinished }) => {
    // A real slot would hold up the other tests of this server.
    await sql`create schema slots`.execute(app.db);
    await sql`
      create table slots.slot as
        select pg_current_xact_id()::xid as passed, null::pg_lsn as confirmed_flush_lsn`.execute(
      app.db,
    );
    await sql`
      create view slots.pg_replication_slots as
        select null::xid as xmin, passed as catalog_xmin, confirmed_flush_lsn from slots.slot`.execute(
      app.db,
    );
    const url = new URL(app.database.databaseUrl);
    url.searchParams.set("options", "-c search_path=slots,pg_catalog,public");
    const { db, close } = openPostgres(url.href);
    onTestFinished(close);
    await inTransaction(db, (tx) => requestDiskCleanup(tx, app.clock.now()));

    const { clean_disk } = jobHandlers({ ...app.deps, db });
    const clean = () => clean_disk({}, attempt).then(countRequests);
    expect(await clean()).toBe(1);
    await sql`update slots.slot set confirmed_flush_lsn = '0/1'`.execute(app.db);
    await expect.poll(clean).toBe(0);
  },
);

itOnPostgres(
  "a cleanup waits for as many transactions as PostgreSQL is set to keep deleted rows for",
  async ({ onTestFinished }) => {
    // The real setting would hold up the other tests of this server.
    await sql`create schema settings`.execute(app.db);
    await sql`create table settings.deferred as select '100000' as age`.execute(app.db);
    await sql`
      create function settings.current_setting(text, boolean) returns text language sql
        as 'select age from settings.deferred'`.execute(app.db);
    const url = new URL(app.database.databaseUrl);
    url.searchParams.set("options", "-c search_path=settings,pg_catalog,public");
    const { db, close } = openPostgres(url.href);
    onTestFinished(close);
    await inTransaction(db, (tx) => requestDiskCleanup(tx, app.clock.now()));

    const { clean_disk } = jobHandlers({ ...app.deps, db });
    const clean = () => clean_disk({}, attempt).then(countRequests);
    expect(await clean()).toBe(1);
    await sql`update settings.deferred set age = '0'`.execute(app.db);
    await expect.poll(clean).toBe(0);
  },
);

describe("a role that owns no table", () => {
  const toAll = "on all tables in schema public, auth, jobs to";

  /**
   * Opens this file's database with a role that may read and write every table. `allow` runs a statement as the tables'
   * owner.
   */
  async function openAsOther(onTestFinished: (end: () => Promise<void>) => void) {
    const role = `product_${crypto.randomUUID().slice(0, 8)}`;
    const run = async (text: string) => {
      await sql.raw(text).execute(app.db);
    };
    await run(`create role ${role}`);
    await run(`grant usage on schema public, auth, jobs to ${role}`);
    await run(`grant select, insert, update, delete ${toAll} ${role}`);
    if (testDatabaseKind === "postgres") {
      const url = new URL(app.database.databaseUrl);
      url.searchParams.set("options", `-c role=${role}`);
      const { db, close } = openPostgres(url.href);
      onTestFinished(async () => {
        await close();
        await run(`drop owned by ${role}`);
        await run(`drop role ${role}`);
      });
      return { db, role, allow: run };
    }
    const allow = async (text: string) => {
      await run("reset role");
      await run(text);
      await run(`set role ${role}`);
    };
    await run(`set role ${role}`);
    onTestFinished(async () => {
      await run("reset role");
      await run(`drop owned by ${role}`);
      await run(`drop role ${role}`);
    });
    return { db: app.db, role, allow };
  }

  it("cleans nothing up until it has permission, is late after an hour, and says what to grant", async ({
    onTestFinished,
  }) => {
    const { db, role, allow } = await openAsOther(onTestFinished);
    const { clean_disk } = jobHandlers({ ...app.deps, db, kind: "postgres" });
    const clean = () =>
      clean_disk({}, attempt).then(
        () => "done",
        (error: Error) => error.message,
      );
    await inTransaction(db, (tx) => requestDiskCleanup(tx, app.clock.now()));

    // Transactions of other tests may delay the request at first, which is not an error.
    await expect
      .poll(clean)
      .toMatch(/^The role "product_\w+" may not VACUUM .*sealing_keys.*GRANT MAINTAIN/);
    expect(await cleanup()).toEqual([200, "ok"]);
    app.clock.advance({ hours: 1, seconds: 1 });
    expect(await clean()).toContain("sealing_keys");
    expect(await cleanup()).toEqual([200, "late"]);

    await allow(
      testDatabaseKind === "embedded"
        ? `grant maintain ${toAll} ${role}`
        : `grant ${new URL(app.database.databaseUrl).username} to ${role}`,
    );
    await expect.poll(clean).toBe("done");
    await expect.poll(() => clean().then(cleanup)).toEqual([200, "ok"]);
  });
});

describe.runIf(testDatabaseKind === "embedded")("the embedded database", () => {
  it("gives the space of deleted rows to new ones after 10,000 changes, and every night", async () => {
    const { db } = app;
    // Each row counts as a change of its own.
    const fill = () =>
      sql`do $$ begin
        for n in 1..4000 loop
          begin
            insert into mail_opt_outs (id, email, created_at) values (gen_random_uuid(), n || '@paraline.example', now());
          exception when unique_violation then null;
          end;
        end loop;
      end $$`.execute(db);
    const empty = () => sql`delete from mail_opt_outs`.execute(db);
    const size = async () => {
      const { rows } = await sql<{ bytes: number }>`
        select pg_relation_size('mail_opt_outs') as bytes`.execute(db);
      return rows[0]?.bytes ?? 0;
    };
    await run("vacuum_after_changes");
    await fill();
    const once = await size();
    await empty();
    await run("vacuum_after_changes");
    await fill();
    expect(await size()).toBeGreaterThan(1.9 * once);

    await empty();
    await fill();
    await empty();
    await run("vacuum_after_changes");
    expect(await size()).toBe(0);

    await fill();
    await empty();
    expect(await size()).toBe(once);
    await run("vacuum_embedded");
    expect(await size()).toBe(0);
  });
});
