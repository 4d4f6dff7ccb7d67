import { sql } from "kysely";
import { expect } from "vitest";
import { useTestApp } from "#server/testing/app.ts";
import { itOnPostgres } from "#server/testing/db.ts";
import { seedManyCircles } from "#server/testing/seed-many.ts";
import { measureStatements } from "#server/testing/statement-costs.ts";
import { notifyOfClosings } from "./notify-of-deadlines.ts";

const app = useTestApp({ each: true });

itOnPostgres("a closing is locked by its id, not searched among the others", async () => {
  const { user_id } = await app.createOwner();
  await seedManyCircles(app.db, { user_id, circles: 150, people: 0, now: app.clock.now() });
  await app.db
    .updateTable("circles")
    .set({ status: "completed", closed_at: app.clock.now() })
    .execute();
  // As the planner sees it in a normal hour: no closing waits.
  await sql`analyze circles`.execute(app.db);
  await app.db.updateTable("circles").set({ closing_told: false }).execute();

  const costs = await measureStatements(app.db, () => notifyOfClosings(app.deps));
  const locks = costs.filter(({ sql: text }) => text.includes("for no key update"));
  expect(locks).toHaveLength(150);
  expect(Math.max(...locks.map(({ rows }) => rows))).toBeLessThan(5);
});
