import { expect, it } from "vitest";
import { dayMs } from "#contract/values/durations.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { useTestApp } from "#server/testing/app.ts";
import { createTestClock } from "#server/testing/clock.ts";
import { useTestDatabase } from "#server/testing/database/db.ts";
import { createTestJobs } from "#server/testing/jobs.ts";
import { requestTestMail } from "#server/testing/request-test-mail.ts";
import { failEmailsDueBefore } from "./queries.ts";

const database = useTestDatabase();
const app = useTestApp();

it("what a restored database has queued or held back counts as an email that may have arrived", async () => {
  const { db } = database;
  const clock = createTestClock();
  const now = clock.now();
  const jobs = await createTestJobs(db, clock);
  await inTransaction(db, async (tx) => {
    for (const [intent, given] of Object.entries({
      due: {},
      held: { held: true },
      tomorrow: { startAfter: new Date(now.getTime() + dayMs) },
    })) {
      const toAddress = "ana@paraline.example";
      const mail = {
        kind: "invitation",
        intent,
        to_address: toAddress,
        requested_at: now,
      } as const;
      await requestTestMail(tx, jobs, { ...mail, ...given });
    }
    await failEmailsDueBefore(tx, now, "It may have arrived.");
  });
  const emails = db.selectFrom("emails").select(["intent", "state", "attempts"]).orderBy("intent");
  expect(await emails.execute()).toEqual([
    { intent: "due", state: "failed", attempts: 1 },
    { intent: "held", state: "waiting", attempts: 1 },
    { intent: "tomorrow", state: "queued", attempts: 0 },
  ]);
});

it("a restored database knows which paralines have an invitation that may have arrived", async () => {
  const owner = await app.createOwner();
  await app.circles.createInvited(owner, { people: ["ben"] });
  const asked = await app.circles.create(owner, { people: ["ana"] });
  const circles = await inTransaction(app.db, (tx) =>
    failEmailsDueBefore(tx, app.clock.now(), "It may have arrived."),
  );
  expect(circles).toEqual([asked]);
});
