import { countedDays, dailySubjects } from "#contract/admin/figures.ts";
import { addDays } from "#contract/values/days.ts";
import type { ReadFromReplica } from "#server/db/replica/read-from-replica.ts";
import type { Db } from "#server/db/tables.ts";
import type { Clock } from "#server/system/clock.ts";
import { dayOf } from "#server/system/day.ts";
import { countSubject, deleteCountsBefore, findLastDay, storeCounts } from "./daily-queries.ts";

/** A day in the westernmost time zone, by which releases are dated, ends twelve hours after the day in UTC. */
const countedAgainDays = 2;

export interface CountingDeps {
  db: Db;
  readFromReplica: ReadFromReplica;
  clock: Clock;
}

/**
 * Counts the days since the last time, and forgets those that are too old to be shown. Idempotent. What a replica does not
 * have yet is counted the next time: a day is counted for two days more.
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
