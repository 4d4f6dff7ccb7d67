import { expect } from "vitest";
import { ownerOfRow } from "#server/access/owner.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { useTestApp } from "#server/testing/app.ts";
import { itOnPostgres } from "#server/testing/database/db.ts";
import { seedManyCircles } from "#server/testing/database/seed-many.ts";
import { analyze, measureStatements, sumBlocks } from "#server/testing/database/statement-costs.ts";
import { isLastEmailWaiting, listLastEmailed } from "./mail-queries.ts";

const app = useTestApp({ each: true });

itOnPostgres(
  "when a person was last written to is found among thousands of an owner's emails",
  async () => {
    const owner = await app.createOwner();
    const now = app.clock.now();
    await seedManyCircles(app.db, { user_id: owner.user_id, circles: 50, people: 100, now });
    await analyze(app.db);
    const { email } = await app.db
      .selectFrom("invites")
      .select(({ ref }) => ref("email").$notNull().as("email"))
      .limit(1)
      .executeTakeFirstOrThrow();
    const costs = await measureStatements(app.db, () =>
      inTransaction(app.db, async (tx) => {
        await listLastEmailed(tx, app.deps.secrets, owner.user_id, [email], new Date(0));
        await isLastEmailWaiting(tx, ownerOfRow(owner), email);
      }),
    );
    expect(costs.flatMap(({ indexes }) => indexes)).toContain("emails_by_address");
    expect(sumBlocks(costs)).toBeLessThan(30);
  },
);
