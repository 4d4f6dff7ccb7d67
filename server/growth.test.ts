import { statfs } from "node:fs/promises";
import { sql } from "kysely";
import { expect } from "vitest";
import { inviteTokenHeader } from "#contract/endpoint.ts";
import type { SweepKind } from "#server/jobs/kinds.ts";
import { readDatabaseFigures } from "#server/jobs/overdue-work.ts";
import { useTestApp } from "#server/testing/app.ts";
import { createTestOperator } from "#server/testing/auth/auth-callers.ts";
import { itOnPostgres } from "#server/testing/database/db.ts";
import { seedYears } from "#server/testing/database/seed-years.ts";
import {
  measureStatements,
  type StatementCost,
  sumBlocks,
  sumRows,
} from "#server/testing/database/statement-costs.ts";
import type { TestOwner } from "#server/testing/owners.ts";
import { jobHandlers } from "./worker.ts";

/** How many circles there are at each measurement. `npm run bench:growth` has larger numbers. */
const rungs = (process.env.GROWTH_RUNGS ?? "200,4000").split(",").map(Number);
const isBench = process.env.GROWTH_RUNGS !== undefined;

const app = useTestApp({
  start: "2026-11-09T09:00:00Z",
  environment: { BILLING: "test", ADMIN_EMAILS: "operator@paraline.example" },
});

/** All scheduled jobs, except the cleanups of the database's files, whose cost depends on what was deleted. */
const sweeps: readonly SweepKind[] = [
  "close_due_circles",
  "notify_owners",
  "send_weekly_summaries",
  "remind_pending_people",
  "send_review_reminders",
  "expire_lost_emails",
  "delete_expired_limit_rows",
  "delete_old_digest_entries",
  "delete_old_emails",
  "delete_old_generations",
  "clear_expired_auth",
  "clear_outbox",
  "remove_unused_covers",
  "reconcile_billing",
  "rotate_signing_keys",
  "write_erasure_list",
  "count_days",
];

/** What each call and job costs on a server with this much data, for one owner with something due. */
async function measureAll(operator: TestOwner): Promise<Map<string, StatementCost[]>> {
  const owner = await app.createOwner();
  const costs = new Map<string, StatementCost[]>();
  const measure = async (name: string, run: () => Promise<unknown>) =>
    costs.set(name, await measureStatements(app.db, run));
  const get = async (path: string, reader: TestOwner) => {
    const response = await app.as(reader, "GET", path);
    expect(response.status).toBe(200);
    await response.arrayBuffer();
  };

  const id = await app.circles.createInvited(owner, { deadline: "2026-11-10" });
  const { invite_token } = await app.circles.person(id, "ana");
  await measure("open a private link", async () => {
    const headers = { [inviteTokenHeader]: invite_token };
    expect((await app.request("/api/feedback", { headers })).status).toBe(200);
  });
  await measure("submit", () => app.circles.answer(invite_token));
  await measure("figures for /metrics", () => readDatabaseFigures(app.db, app.clock.now()));
  await measure("list paralines", () => get("/api/circles", owner));
  await measure("list reviews", () => get("/api/decisions", owner));
  await measure("read a paraline", () => get(`/api/circles/${id}`, owner));
  await measure("list people", () => get(`/api/circles/${id}/invites`, owner));
  await measure("read results", () => get(`/api/circles/${id}/feedback`, owner));
  await measure("download everything", () => get("/api/account/download", owner));
  const handlers = jobHandlers(app.deps);
  for (const kind of sweeps) {
    await measure(kind, () => handlers[kind]({}, { attempt: 1, lastAttempt: true }));
  }
  await measure("read the operator's page", () => get("/api/admin", operator));
  await measure("erase an account", async () => {
    const erased = await app.as(owner, "DELETE", "/api/account", { email: owner.email });
    expect(erased.status).toBe(200);
  });
  return costs;
}

itOnPostgres(
  "what is called and what runs by the clock costs the same, however much there is",
  async () => {
    const operator = await createTestOperator(app.deps, "operator@paraline.example");
    const measured: Map<string, StatementCost[]>[] = [];
    const made: Size[] = [];
    for (const circles of rungs) {
      const shortage = await findDiskShortage(circles, made);
      if (shortage !== undefined) {
        tell(`${circles} paralines: not made. ${shortage}`);
        break;
      }
      const began = performance.now();
      await seedYears(app.db, circles - (made.at(-1)?.circles ?? 0), { now: app.clock.now() });
      await vacuum();
      made.push({ circles, bytes: await databaseBytes() });
      tell(`${circles} paralines: stored within ${seconds(began)}`);
      // Connections may have been closed while rows were stored. A new one reads the catalog, which must not count.
      await measureAll(operator);
      await app.work();
      measured.push(await measureAll(operator));
      await app.work();
      tell(`${circles} paralines: measured, after ${seconds(began)}`);
    }
    const names = [...(measured[0]?.keys() ?? [])];
    const lines = names.map((name) => {
      const costs = measured.map((each) => each.get(name) ?? []);
      return {
        name,
        blocks: costs.map(sumBlocks),
        rows: costs.map(sumRows),
        levels: levelsEach * (costs.at(-1) ?? []).length,
        scanned: (costs.at(-1) ?? []).flatMap(({ scanned }) => scanned),
      };
    });
    tell(asTable(made, lines));
    const growing = await listGrowingTables();
    for (const { name, blocks, rows, levels, scanned } of lines) {
      expect
        .soft(
          scanned.filter((table) => growing.has(table)),
          name,
        )
        .toEqual([]);
      expect.soft(blocks.at(-1), `blocks: ${name}`).toBeLessThan((blocks[0] ?? 0) * 1.5 + levels);
      expect.soft(rows.at(-1), `rows: ${name}`).toBeLessThan((rows[0] ?? 0) * 1.5 + fewRows);
    }
  },
  3_600_000,
);

interface Size {
  circles: number;
  bytes: number;
}

/** How many blocks further levels of indexes may add to each statement: they grow with the logarithm. */
const levelsEach = 4;
/** Several statements of a sweep read tables of a few blocks completely, for good reason. */
const fewRows = 2000;

/** How much disk space is left for others, in bytes. */
const sparedBytes = 10e9;

/** Why the disk has no space for the next number of circles, judging by the last one; undefined if it may have. */
async function findDiskShortage(
  circles: number,
  made: readonly Size[],
): Promise<string | undefined> {
  const last = made.at(-1);
  if (!isBench || last === undefined) return undefined;
  const { rows } = await sql<{ folder: string }>`
    select current_setting('data_directory') as folder`.execute(app.db);
  const disk = await statfs(rows[0]?.folder ?? "").catch(() => undefined);
  if (disk === undefined) return undefined;
  const free = disk.bavail * disk.bsize;
  // Half as much is added, because the log and the sorting of indexes take space, too.
  const needed = (last.bytes / last.circles) * (circles - last.circles) * 1.5;
  return free - needed > sparedBytes
    ? undefined
    : `It needs ${gigabytes(needed)} of the disk, which has ${gigabytes(free)} free; ${gigabytes(sparedBytes)} are left to others.`;
}

/** Vacuums without the time limits of the pool, because with many circles it takes minutes. */
async function vacuum(): Promise<void> {
  await app.db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection);
    await sql`vacuum analyze`.execute(connection);
    await sql`set statement_timeout = '30s'`.execute(connection);
  });
}

/** The tables that grow with use, without those that fit into a few blocks, which may be read completely. */
async function listGrowingTables(): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where nspname in ('public', 'auth', 'jobs') and relkind = 'r' and relpages > 16`.execute(
    app.db,
  );
  return new Set(rows.map(({ name }) => name));
}

async function databaseBytes(): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`
    select pg_database_size(current_database()) as bytes`.execute(app.db);
  return Number(rows[0]?.bytes);
}

const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;
const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(0)} s`;

function tell(text: string): void {
  if (isBench) process.stdout.write(`${text}\n`);
}

function asTable(
  made: readonly Size[],
  lines: readonly { name: string; blocks: number[]; rows: number[] }[],
): string {
  const columns = (name: string, cells: readonly string[]) =>
    name.padEnd(28) + cells.map((cell) => cell.padStart(20)).join("");
  return [
    columns(
      "blocks (rows) a call",
      made.map(({ circles }) => `${circles} paralines`),
    ),
    columns(
      "size on disk",
      made.map(({ bytes }) => gigabytes(bytes)),
    ),
    ...lines.map(({ name, blocks, rows }) =>
      columns(
        name,
        blocks.map((count, rung) => `${count} (${rows[rung]})`),
      ),
    ),
  ].join("\n");
}
