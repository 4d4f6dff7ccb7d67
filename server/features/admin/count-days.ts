import { countedDays, dailySubjects } from "#contract/admin/figures.ts";
import { addDays, dayOf } from "#contract/values/days.ts";
import type { ReadFromReplica } from "#server/db/replica/read-from-replica.ts";
import type { Db } from "#server/db/tables.ts";
import type { Clock } from "#server/system/clock.ts";
import { countSubject, deleteCountsBefore, findLastDay, storeCounts } from "./daily-queries.ts";

/** Closings are dated by the owner's time zone. In the westernmost one, a day ends twelve hours after the day in UTC. */
const countedAgainDays = 2;

export interface CountingDeps {
  db: Db;
  readFromReplica: ReadFromReplica;
  clock: Clock;
}

/**
 * Counts the days since the last call, and deletes those that are too old to be shown. Idempotent. Each day is counted
 * again for two more days, so that what a replica did not have yet is counted later.
 */
export async function countDays({ db, readFromReplica, clock }: CountingDeps): Promise<void> {
  const today = dayOf(clock.now());
  const oldest = addDays(today, -countedDays);
  const last = await findLastDay(db);
  const isLongAgo = last === undefined || last <= addDays(oldest, countedAgainDays);
  const days = { from: isLongAgo ? oldest : addDays(last, -countedAgainDays), to: today };
  for (const subject of dailySubjects) {
    const counts = await readFromReplica((readDb) => countSubject(readDb, subject, days));
    await storeCounts(db, subject, counts);
  }
  await deleteCountsBefore(db, oldest);
}
