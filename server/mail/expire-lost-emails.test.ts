import { CompiledQuery, sql } from "kysely";
import { beforeAll, expect, it, vi } from "vitest";
import type { MailFailure } from "#contract/admin/figures.ts";
import { dayMs } from "#contract/values/durations.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { createTestClock } from "#server/testing/clock.ts";
import { itOnPostgres, useTestDatabase } from "#server/testing/database/db.ts";
import { readRow } from "#server/testing/database/rows.ts";
import { analyze, measureStatements } from "#server/testing/database/statement-costs.ts";
import { createTestJobs, type TestJobs } from "#server/testing/jobs.ts";
import { requestTestMail } from "#server/testing/request-test-mail.ts";
import { expireLostEmails } from "./expire-lost-emails.ts";
import { claimEmail } from "./queries.ts";

const database = useTestDatabase({ each: true });
const clock = createTestClock();
let jobs: TestJobs;

beforeAll(async () => {
  jobs = await createTestJobs(database.db, clock);
});

const request = async (startAfter?: Date) => {
  const id = await inTransaction(database.db, (tx) =>
    requestTestMail(tx, jobs, {
      kind: "invitation",
      intent: crypto.randomUUID(),
      to_address: "ana@paraline.example",
      requested_at: clock.now(),
      startAfter,
    }),
  );
  return String(id);
};
const jobState = (emailId: string, state: string) =>
  database.db.executeQuery(
    CompiledQuery.raw(
      "update jobs.job set state = $1::jobs.job_state where data ->> 'mail_id' = $2",
      [state, emailId],
    ),
  );
const mail = (id: string) =>
  readRow(database.db, "emails", { id }, ["state", "reason", "not_before"]);
const countMailFailure = vi.fn<(reason: MailFailure) => void>();
const sweep = () => expireLostEmails({ db: database.db, clock, metrics: { countMailFailure } });

it("an email whose process died on its last try is given up, with the reason", async () => {
  const id = await request();
  await claimEmail(database.db, id, clock.now(), 100);
  await jobState(id, "failed");
  await sweep();
  expect((await mail(id)).state).toBe("queued");
  clock.advance({ minutes: 12 });
  await sweep();
  expect(await mail(id)).toEqual({
    state: "failed",
    reason: "Sending was interrupted on the last attempt. The email may not have been delivered.",
    not_before: null,
  });
  expect(countMailFailure.mock.calls).toEqual([["cut_short"]]);
});

it("an email that a job will retry stays, however long that takes", async () => {
  const waiting = await request();
  const again = await request();
  const underWay = await request();
  const later = await request(new Date(clock.now().getTime() + 7 * dayMs));
  await jobState(again, "retry");
  await jobState(underWay, "active");
  clock.advance({ days: 3 });
  await sweep();
  for (const id of [waiting, again, underWay, later]) {
    expect((await mail(id)).state).toBe("queued");
  }
});

it("an email whose job the queue has forgotten is given up", async () => {
  const id = await request();
  await database.db.executeQuery(CompiledQuery.raw("delete from jobs.job", []));
  clock.advance({ days: 91 });
  await sweep();
  expect((await mail(id)).state).toBe("failed");
});

itOnPostgres(
  "what a sweep costs grows with the number of queued emails, not with its square",
  async () => {
    // The planner gets its statistics while nothing is queued, which is nearly always so.
    await seedQueued(10, "completed");
    await database.db.updateTable("emails").set({ state: "sent" }).execute();
    await analyze(database.db);
    await seedQueued(3000, "created");
    await seedQueued(1500, undefined);
    clock.advance({ minutes: 12 });

    const costs = await measureStatements(database.db, sweep);
    // Two batches, each of which reads the 4,500 emails and 3,000 jobs a few times.
    expect(costs).toHaveLength(2);
    for (const { rows } of costs) expect(rows).toBeLessThan(60_000);
    expect(await countByState()).toEqual({ sent: 10, queued: 3000, failed: 1500 });
  },
);

/** Stores queued emails, each with a job in the given state, or without a job. */
async function seedQueued(count: number, job: "created" | "completed" | undefined): Promise<void> {
  await sql`
    with queued as (
      insert into emails (id, kind, intent, to_address, state, created_at)
      select gen_random_uuid(), 'invitation', gen_random_uuid()::text, 'ana@paraline.example', 'queued',
        ${clock.now()}::timestamptz
      from generate_series(1, ${count}::int)
      returning id
    )
    insert into jobs.job (name, data, state, policy, singleton_key)
    select 'send_mail', jsonb_build_object('mail_id', id), ${job ?? "created"}::jobs.job_state, 'short', id::text
    from queued where ${job !== undefined}::boolean`.execute(database.db);
}

async function countByState(): Promise<Record<string, number>> {
  const rows = await database.db
    .selectFrom("emails")
    .groupBy("state")
    .select(["state", ({ fn }) => fn.countAll<number>().as("count")])
    .execute();
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}
