import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { startJobs } from "#server/jobs/start.ts";
import { useTestApp } from "#server/testing/app.ts";
import { startWorker } from "./worker.ts";

const app = useTestApp();

test("scheduled jobs are started by the schedule, each at its own time", async () => {
  const { db, kind, log } = app.deps;
  const jobs = await startJobs({ db, kind, log, works: false });
  onTestFinished(jobs.stop);
  // No job runs here: the test only looks at what was scheduled.
  await startWorker({ ...app.deps, jobs: { ...jobs, async work() {} } });

  const { rows } = await sql<{ name: string; cron: string; timezone: string }>`
    select name, cron, timezone from jobs.schedule
  `.execute(db);
  expect(new Set(rows.map(({ timezone }) => timezone))).toEqual(new Set(["UTC"]));
  expect(Object.fromEntries(rows.map(({ name, cron }) => [name, cron]))).toEqual({
    close_due_circles: "* * * * *",
    notify_owners: "* * * * *",
    send_weekly_summaries: "*/5 * * * *",
    remind_pending_people: "*/10 * * * *",
    expire_lost_emails: "*/15 * * * *",
    send_review_reminders: "*/15 * * * *",
    clear_expired_auth: "*/10 * * * *",
    rotate_signing_keys: "*/5 * * * *",
    clear_outbox: "27 * * * *",
    write_erasure_list: "* * * * *",
    delete_expired_limit_rows: "7 * * * *",
    delete_old_digest_entries: "27 4 * * *",
    delete_old_emails: "37 4 * * *",
    delete_old_generations: "47 4 * * *",
    reconcile_billing: "47 2 * * *",
    remove_unused_covers: "37 * * * *",
    clean_disk: "* * * * *",
    vacuum_embedded: "7 3 * * *",
    vacuum_after_changes: "*/5 * * * *",
    count_days: "33 * * * *",
  });
});
