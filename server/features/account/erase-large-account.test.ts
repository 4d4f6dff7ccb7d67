import { sql } from "kysely";
import { expect, it } from "vitest";
import { useTestApp } from "#server/testing/app.ts";
import { itOnPostgres } from "#server/testing/database/db.ts";
import { seedFinishedJobs, seedManyCircles } from "#server/testing/database/seed-many.ts";
import { analyze, measureStatements } from "#server/testing/database/statement-costs.ts";

const app = useTestApp({ each: true });

itOnPostgres(
  "erasing a large account handles each row a few times, whatever else there is",
  async () => {
    const owner = await app.createOwner();
    const other = await app.createOwner();
    for (const { user_id } of [owner, other]) {
      await seedManyCircles(app.db, { user_id, circles: 40, people: 50, now: app.clock.now() });
    }
    await seedFinishedJobs(app.db, 6000);
    await analyze(app.db);

    const costs = await measureStatements(app.db, async () => {
      const response = await app.as(owner, "DELETE", "/api/account", { email: owner.email });
      expect(response.status).toBe(200);
    });
    expect(await countJobs()).toBe(6000 + 2000 + 1);
    // There are 10,000 jobs, and 4,000 people and emails. A plan that compared each with each would read millions of
    // rows.
    expect(Math.max(...costs.map(({ rows }) => rows))).toBeLessThan(100_000);
  },
  120_000,
);

async function countJobs(): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from jobs.job`.execute(app.db);
  return rows[0]?.count ?? 0;
}

it("what belongs to a deleted row is found by an index", async () => {
  const { rows } = await sql<{ name: string }>`
    select format('%s (%s)', conrelid::regclass, pg_get_constraintdef(oid)) as name
    from pg_constraint
    where contype = 'f' and connamespace in ('public'::regnamespace, 'auth'::regnamespace)
      and not exists (
        select from pg_index
        where indrelid = conrelid and indisvalid and indkey[0] = conkey[1]
          and (indpred is null or pg_get_expr(indpred, indrelid) like '%IS NOT NULL%')
      )`.execute(app.db);
  expect(rows.map(({ name }) => name)).toEqual([]);
});
