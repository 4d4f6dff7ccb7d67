import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Hono } from "hono";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type AdminOverview, readAdminOverview } from "#contract/admin/overview.ts";
import { createApp } from "#server/app.ts";
import { replica as doctorsCheck } from "#server/commands/doctor/database/replica.ts";
import { loadConfig } from "#server/config/config.ts";
import { openPostgres } from "#server/db/postgres.ts";
import { createReplicaReader } from "#server/db/replica/read-from-replica.ts";
import { openReplica } from "#server/db/replica/replica.ts";
import type { Db, ReadDb } from "#server/db/tables.ts";
import { createDeps, type Deps } from "#server/deps.ts";
import { paymentSettings } from "#server/features/billing/providers.ts";
import { loadWebBuild } from "#server/http/pages/web-build.ts";
import type { AppEnv } from "#server/http/request-context.ts";
import { createLog } from "#server/system/log.ts";
import { createTestOperator } from "#server/testing/auth/auth-callers.ts";
import { createTestClock } from "#server/testing/clock.ts";
import { testAppSecret } from "#server/testing/secrets.ts";
import { startPgBouncer } from "../pgbouncer.mjs";
import { canStartStandby, type OwnPostgres, startOwnPostgres, startStandby } from "../postgres.mjs";

/** A primary and a standby, each behind PgBouncer with TEST_POOLER. */
async function startPair(stops: (() => Promise<void>)[]) {
  const primary = await startOwnPostgres(["fsync=off"]);
  stops.push(primary.stop);
  // Queries that are in the way of replay are cancelled at once.
  const standby = await startStandby(primary, ["fsync=off", "max_standby_streaming_delay=0"]);
  stops.push(standby.stop);
  const [primaryUrl, replicaUrl] = await Promise.all(
    [primary, standby].map(async ({ url }) => {
      if (!process.env.TEST_POOLER) return url;
      const pooler = await startPgBouncer(url);
      stops.push(pooler.stop);
      return pooler.url;
    }),
  );
  return {
    primary,
    standby,
    settings: {
      DATABASE_URL: primaryUrl,
      DATABASE_REPLICA_URL: replicaUrl,
      ...(process.env.TEST_POOLER && { DATABASE_DIRECT_URL: primary.url }),
    },
  };
}

const canStart = await canStartStandby();

describe.skipIf(!canStart)("what may be late is read from the replica,", () => {
  const clock = createTestClock();
  const lines: { msg: string; reason?: string }[] = [];
  const stops: (() => Promise<void>)[] = [];
  let primary: OwnPostgres;
  let standby: OwnPostgres;
  /** A handle of a superuser to the standby. */
  let onStandby: Db;
  let deps: Deps;
  let replica: NonNullable<Deps["replica"]>;
  let request: (path: string) => Promise<Response>;

  beforeAll(async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "paraline-read-replica-"));
    stops.push(() => rm(folder, { recursive: true, force: true }));
    const pair = await startPair(stops);
    ({ primary, standby } = pair);
    const loaded = loadConfig(
      {
        ...pair.settings,
        DATA_DIR: folder,
        APP_SECRET: testAppSecret,
        ADMIN_EMAILS: "operator@paraline.example",
        BILLING: "off",
        RATE_LIMITS: "off",
        ROLE: "web",
      },
      paymentSettings,
    );
    const log = createLog("info", { write: (line) => void lines.push(JSON.parse(line)) });
    deps = await createDeps(loaded, log, { clock });
    stops.push(deps.close);
    const opened = openPostgres(standby.url);
    stops.push(opened.close);
    onStandby = opened.db;
    if (deps.replica === undefined) throw new Error("There is no replica.");
    replica = deps.replica;
    const app: Hono<AppEnv> = await createApp(deps, await loadWebBuild("dist"));
    const { access_token } = await createTestOperator(deps, "operator@paraline.example");
    request = async (address) =>
      app.request(address, { headers: { Authorization: `Bearer ${access_token}` } });
  }, 180_000);
  afterAll(async () => {
    for (const stop of stops.toReversed()) await stop();
  }, 60_000);

  /** What the operator's page shows as the accounts of the last day. */
  async function readPage(): Promise<number | undefined> {
    const response = await request("/api/admin");
    expect(response.status).toBe(200);
    const overview: AdminOverview = readAdminOverview.output.parse(await response.json());
    return overview.counts.accounts.at(-1);
  }

  async function store(count: number): Promise<void> {
    await deps.db
      .insertInto("daily_counts")
      .values({ day: "2026-10-31", subject: "accounts", count })
      .onConflict((conflict) => conflict.columns(["day", "subject"]).doUpdateSet({ count }))
      .execute();
  }

  async function untilUsed(): Promise<void> {
    await expect
      .poll(async () => {
        await replica.check();
        return replica.state();
      })
      .toMatchObject({ isUsable: true });
  }

  const resume = () => sql`select pg_wal_replay_resume()`.execute(onStandby);
  async function pause(): Promise<void> {
    onTestFinished(async () => void (await resume()));
    await sql`select pg_wal_replay_pause()`.execute(onStandby);
    await expect
      .poll(async () => {
        const { rows } = await sql`
          select pg_get_wal_replay_pause_state() as state`.execute(onStandby);
        return rows;
      })
      .toEqual([{ state: "paused" }]);
  }

  const isOnStandby = async (db: ReadDb) => {
    const { rows } = await sql<{ is_standby: boolean }>`
      select pg_is_in_recovery() as is_standby`.execute(db);
    return rows[0]?.is_standby;
  };
  const runDoctorsCheck = (databaseReplicaUrl: string) =>
    doctorsCheck.run({ ...deps, config: { ...deps.config, databaseReplicaUrl } });

  test("as long as it is not ten seconds behind, and then from the primary; log, metrics and doctor say so", async () => {
    await store(1);
    await untilUsed();
    await expect.poll(readPage).toBe(1);
    expect(await runDoctorsCheck(deps.config.databaseReplicaUrl ?? "")).toMatchObject({ ok: true });

    await pause();
    await store(2);
    await replica.check();
    clock.advance({ seconds: 9 });
    expect(await readPage()).toBe(1);
    clock.advance({ seconds: 2 });
    expect(await readPage()).toBe(2);
    await replica.check();
    const metrics = await (await request("/metrics")).text();
    expect(metrics).toContain("\nparaline_replica_used 0\n");
    expect(metrics).toContain("\nparaline_replica_lag_seconds 20\n");
    expect((await request("/readyz")).status).toBe(200);
    // If an address leads to several standbys, a read may reach a different one from the check.
    const other = openReplica({
      replicaUrl: standby.url,
      primary: deps.db,
      clock,
      log: deps.log,
    });
    onTestFinished(other.close);
    await other.check();
    await expect(other.read(isOnStandby)).rejects.toThrow("too far behind");

    await resume();
    await untilUsed();
    expect(await (await request("/metrics")).text()).toContain("\nparaline_replica_used 1\n");
    expect(lines.filter(({ msg }) => msg.includes("DATABASE_REPLICA_URL"))).toEqual([
      expect.objectContaining({ msg: expect.stringContaining("from DATABASE_REPLICA_URL") }),
      expect.objectContaining({ reason: expect.stringContaining("behind for 11 seconds") }),
      expect.objectContaining({ msg: expect.stringContaining("from DATABASE_REPLICA_URL") }),
    ]);
  });

  test("and once more from the primary, if replay cancels the read", async () => {
    await untilUsed();
    const asked: (boolean | undefined)[] = [];
    const reading = deps.readFromReplica(async (db) => {
      asked.push(await isOnStandby(db));
      await db.selectFrom("daily_counts").select("count").execute();
      if (asked.length === 1) await sql`select pg_sleep(600) as reading_late`.execute(db);
      return asked;
    });
    await expect
      .poll(async () => {
        const { rows } = await sql`
          select from pg_stat_activity where query like '%as reading_late' and state = 'active'
            and pid <> pg_backend_pid()`.execute(onStandby);
        return rows.length;
      })
      .toBe(1);
    // The cleanups of the disk do this after a release.
    await sql`vacuum full daily_counts`.execute(deps.db);
    expect(await reading).toEqual([true, false]);
  });

  test("which is never written to this way, and neither is the primary", async () => {
    await untilUsed();
    const write = (db: ReadDb) => sql`delete from daily_counts`.execute(db);
    for (const readFromReplica of [deps.readFromReplica, createReplicaReader(deps.db, undefined)]) {
      await expect(readFromReplica(write)).rejects.toMatchObject({ code: "25006" });
    }
    expect(await readPage()).toBeGreaterThan(0);
  });

  test("unless it is a primary, another database, or has a log of its own", async () => {
    await sql`create database another`.execute(deps.db);
    const another = new URL(standby.url);
    another.pathname = "/another";
    // This is a primary whose log ends before that of the standby.
    const shorter = new URL(primary.url);
    shorter.searchParams.set("options", "-c search_path=shorter,pg_catalog,public");
    await sql`create schema shorter`.execute(deps.db);
    await sql`
      create function shorter.pg_current_wal_flush_lsn() returns pg_lsn return '0/1'::pg_lsn`.execute(
      deps.db,
    );
    const behind = openPostgres(shorter.href);
    onTestFinished(behind.close);

    for (const [kind, replicaUrl, followed] of [
      ["no standby", primary.url, deps.db],
      ["another database", another.href, deps.db],
      ["another log", standby.url, behind.db],
    ] as const) {
      const found = openReplica({ replicaUrl, primary: followed, clock, log: deps.log });
      onTestFinished(found.close);
      await expect
        .poll(async () => {
          await found.check();
          return found.state();
        })
        .toMatchObject({ isUsable: false, problem: { kind } });
      expect(await createReplicaReader(deps.db, found)(isOnStandby)).toBe(false);
    }
    expect(await runDoctorsCheck(primary.url)).toMatchObject({
      ok: false,
      detail: expect.stringContaining("it follows no other server"),
    });
  });

  test("and when it is killed no request fails; it is read again when it is back", async () => {
    await untilUsed();
    await store(3);
    const pages = Array.from({ length: 8 }, readPage);
    standby.kill();
    expect((await Promise.all(pages)).every((count) => count !== undefined)).toBe(true);
    expect(await readPage()).toBe(3);
    await expect
      .poll(async () => {
        await replica.check();
        return replica.state();
      })
      .toMatchObject({ isUsable: false, problem: { kind: "unreachable" } });
    expect(await readPage()).toBe(3);
    await standby.restart("orderly");
    await untilUsed();
    expect(await deps.readFromReplica(isOnStandby)).toBe(true);
  });
});
