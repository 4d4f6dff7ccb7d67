import { countedDays, dailySubjects } from "#contract/admin/figures.ts";
import { addDays, formatUtcDay } from "#contract/values/days.ts";
import type { Db } from "#server/db/tables.ts";
import type { JobHandlers } from "#server/jobs/jobs.ts";
import type { Clock } from "#server/system/clock.ts";
import { countSubject, deleteCountsBefore, findLastDay, storeCounts } from "./daily-queries.ts";

/** Closings are dated by the owner's time zone. In the westernmost one, a day ends twelve hours after the day in UTC. */
const countedAgainDays = 2;

interface CountingDeps {
  db: Db;
  clock: Clock;
}

/** Idempotent. Each day is counted again for two more days, because it ends later elsewhere. */
async function countDays({ db, clock }: CountingDeps): Promise<void> {
  const today = formatUtcDay(clock.now());
  const oldest = addDays(today, -countedDays);
  const last = await findLastDay(db);
  const isLongAgo = last === undefined || last <= addDays(oldest, countedAgainDays);
  const days = { from: isLongAgo ? oldest : addDays(last, -countedAgainDays), to: today };
  for (const subject of dailySubjects) {
    await storeCounts(db, subject, await countSubject(db, subject, days));
  }
  await deleteCountsBefore(db, oldest);
}

export function adminJobs(deps: CountingDeps): Pick<JobHandlers, "count_days"> {
  return { count_days: () => countDays(deps) };
}
