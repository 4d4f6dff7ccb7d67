import { sql } from "kysely";
import { expect } from "vitest";
import { useTestApp } from "#server/testing/app.ts";
import { itOnPostgres } from "#server/testing/database/db.ts";
import { analyze, measureStatements } from "#server/testing/database/statement-costs.ts";
import { insightsJobs } from "./jobs.ts";

const app = useTestApp({ each: true });

itOnPostgres(
  "requests for insights are deleted after 30 days, in batches, and younger ones are not read",
  async () => {
    const owner = await app.createOwner();
    const { id } = await app.circles.seed(owner);
    const seed = (count: number, days: number) =>
      sql`
      insert into insight_generations (id, circle_id, user_id, state, stage, requested_at)
      select gen_random_uuid(), ${id}::uuid, ${owner.user_id}::uuid, 'done', 'reading',
        ${app.clock.now()}::timestamptz - ${days}::int * interval '1 day'
      from generate_series(1, ${count}::int)`.execute(app.db);
    await seed(1100, 31);
    await seed(4000, 29);
    await analyze(app.db);
    const costs = await measureStatements(app.db, () =>
      insightsJobs(app.deps).delete_old_generations({}, { attempt: 1, lastAttempt: true }),
    );
    expect(costs).toHaveLength(2);
    expect(costs.flatMap(({ scanned }) => scanned)).toEqual([]);
    const kept = await app.db.selectFrom("insight_generations").select("id").execute();
    expect(kept).toHaveLength(4000);
  },
);
