import { countedDays, dailySubjects } from "#contract/admin/figures.ts";
import { addDays } from "#contract/values/days.ts";
import type { Db } from "#server/db/tables.ts";
import type { Clock } from "#server/system/clock.ts";
import { deleteCountsBefore, findLastDay, storeCounts } from "./daily-queries.ts";

/** A day in the westernmost time zone, by which releases are dated, ends twelve hours after the day in UTC. */
const countedAgainDays = 2;

/** Counts the days since the last time, and forgets those that are too old to be shown. Idempotent. */
export async function countDays({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  const today = clock.now().toISOString().slice(0, 10);
  const oldest = addDays(today, -countedDays);
  const last = await findLastDay(db);
  const isLongAgo = last === undefined || last <= addDays(oldest, countedAgainDays);
  const days = { from: isLongAgo ? oldest : addDays(last, -countedAgainDays), to: today };
  for (const subject of dailySubjects) await storeCounts(db, subject, days);
  await deleteCountsBefore(db, oldest);
}
