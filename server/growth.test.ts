import { sql } from "kysely";
import { expect } from "vitest";
import { inviteTokenHeader } from "#contract/endpoint.ts";
import type { SweepKind } from "#server/jobs/kinds.ts";
import { useTestApp } from "#server/testing/app.ts";
import { createTestOperator } from "#server/testing/auth/auth-callers.ts";
import { itOnPostgres } from "#server/testing/database/db.ts";
import { seedYears } from "#server/testing/database/seed-many.ts";
import {
  blocksOf,
  measureStatements,
  type StatementCost,
} from "#server/testing/database/statement-costs.ts";
import type { TestOwner } from "#server/testing/owners.ts";
import { jobHandlers } from "./worker.ts";

/** How many circles there are when things are measured; `npm run bench:growth` has larger ones. */
const rungs = (process.env.GROWTH_RUNGS ?? "200,4000").split(",").map(Number);

const app = useTestApp({
  start: "2026-11-09T09:00:00Z",
  environment: { ADMIN_EMAILS: "operator@paraline.example" },
});

/** Not the files of the database: what they cost depends on what was deleted. */
const sweeps: readonly SweepKind[] = [
  "close_due_circles",
  "notify_owners",
  "send_weekly_summaries",
  "remind_pending_people",
  "send_review_reminders",
  "expire_lost_mails",
  "delete_held_back_answers",
  "delete_expired_limit_rows",
  "delete_old_digest_entries",
  "delete_old_mails",
  "delete_old_generations",
  "clear_expired_auth",
  "remove_unused_covers",
  "count_days",
];

/** What each thing costs on a server with so much in it, for one owner with something due. */
async function measureAll(operator: TestOwner): Promise<Map<string, StatementCost[]>> {
  const owner = await app.createOwner();
  const costs = new Map<string, StatementCost[]>();
  const measure = async (name: string, run: () => Promise<unknown>) =>
    costs.set(name, await measureStatements(app.db, run));
  const get = async (path: string, reader: TestOwner) => {
    expect((await app.as(reader, "GET", path)).status).toBe(200);
  };

  const id = await app.circles.createInvited(owner, { deadline: "2026-11-10" });
  const { invite_token } = await app.circles.person(id, "ana");
  await measure("open a private link", async () => {
    const headers = { [inviteTokenHeader]: invite_token };
    expect((await app.request("/api/feedback", { headers })).status).toBe(200);
  });
  await measure("submit", () => app.circles.answer(invite_token));
  await measure("list paralines", () => get("/api/circles", owner));
  await measure("read a paraline", () => get(`/api/circles/${id}`, owner));
  await measure("list people", () => get(`/api/circles/${id}/invites`, owner));
  await measure("read results", () => get(`/api/circles/${id}/feedback`, owner));
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
    const sizes: string[] = [];
    let stored = 0;
    for (const rung of rungs) {
      await seedYears(app.db, rung - stored, app.clock.now());
      stored = rung;
      await sql`vacuum analyze`.execute(app.db);
      sizes.push(await databaseSize());
      measured.push(await measureAll(operator));
      await app.work();
    }
    const names = [...(measured[0]?.keys() ?? [])];
    const lines = names.map((name) => {
      const blocks = measured.map((costs) => blocksOf(costs.get(name) ?? []));
      return { name, blocks, scanned: growingTablesRead(measured.at(-1)?.get(name) ?? []) };
    });
    if (process.env.GROWTH_RUNGS !== undefined) print(sizes, lines);
    for (const { name, blocks, scanned } of lines) {
      expect(scanned, name).toEqual([]);
      expect(blocks.at(-1), name).toBeLessThan((blocks[0] ?? 0) * 1.5 + levels);
    }
  },
  3_600_000,
);

/** What the indexes' further levels may add to a call: they grow with the logarithm. */
const levels = 40;

/** Tables that grow with what people store, and which a statement read from beginning to end. */
function growingTablesRead(costs: readonly StatementCost[]): string[] {
  const growing = new Set([
    "circles",
    "invites",
    "mails",
    "feedback",
    "decisions",
    "users",
    "profiles",
  ]);
  return costs.flatMap(({ scanned }) => scanned).filter((table) => growing.has(table));
}

async function databaseSize(): Promise<string> {
  const { rows } = await sql<{ size: string }>`
    select pg_size_pretty(pg_database_size(current_database())) as size`.execute(app.db);
  return String(rows[0]?.size);
}

function print(
  sizes: readonly string[],
  lines: readonly { name: string; blocks: number[] }[],
): void {
  const columns = (name: string, cells: readonly unknown[]) =>
    name.padEnd(28) + cells.map((cell) => String(cell).padStart(16)).join("");
  const table = [
    columns(
      "blocks a call",
      rungs.map((rung) => `${rung} circles`),
    ),
    columns("size on disk", sizes),
    ...lines.map(({ name, blocks }) => columns(name, blocks)),
  ];
  process.stdout.write(`${table.join("\n")}\n`);
}
