import { type RawBuilder, sql } from "kysely";
import type { DailySubject } from "#contract/admin/figures.ts";
import type { Db } from "#server/db/tables.ts";

export interface Days {
  from: string;
  to: string;
}

/** Released responses are counted by the day of their release in the owner's time zone, which is all that is stored. */
const found: Record<DailySubject, (days: Days) => RawBuilder<{ day: string }>> = {
  accounts: (days) => sql`
    select ${selectDay("created_at")} as day from auth.users where ${isWithin("created_at", days)}`,
  circles: (days) => sql`
    select ${selectDay("created_at")} as day from circles
    where follows is null and ${isWithin("created_at", days)}`,
  invitations: (days) => sql`
    select ${selectDay("sent_at")} as day from emails
    where kind = 'invitation' and state = 'sent' and ${isWithin("sent_at", days)}`,
  responses: ({ from, to }) => sql`
    select received_on as day from feedback
    where received_on between ${from}::date and ${to}::date`,
  insights: (days) => sql`
    select ${selectDay("requested_at")} as day from insight_generations
    where state = 'done' and ${isWithin("requested_at", days)}`,
  unlocks: (days) => sql`
    select ${selectDay("bought_at")} as day from purchases where ${isWithin("bought_at", days)}`,
};

const selectDay = (column: string) => sql`(${sql.ref(column)} at time zone 'UTC')::date`;

const isWithin = (column: string, { from, to }: Days) => sql`
  ${sql.ref(column)} >= ${from}::date::timestamp at time zone 'UTC'
  and ${sql.ref(column)} < (${to}::date + 1)::timestamp at time zone 'UTC'`;

export async function countSubject(
  db: Db,
  subject: DailySubject,
  days: Days,
): Promise<{ day: string; count: number }[]> {
  const { rows } = await sql<{ day: string; count: number }>`
    select counted.day::date as day, count(found.day) as count
    from generate_series(${days.from}::date, ${days.to}::date, interval '1 day') as counted (day)
    left join (${found[subject](days)}) as found on found.day = counted.day::date
    group by counted.day`.execute(db);
  return rows;
}

/** A number never decreases: what was deleted since did exist on its day. */
export async function storeCounts(
  db: Db,
  subject: DailySubject,
  counts: readonly { day: string; count: number }[],
): Promise<void> {
  await db
    .insertInto("daily_counts")
    .values(counts.map(({ day, count }) => ({ day, subject, count })))
    .onConflict((conflict) =>
      conflict.columns(["day", "subject"]).doUpdateSet({
        count: ({ fn, ref }) =>
          fn<number>("greatest", [ref("daily_counts.count"), ref("excluded.count")]),
      }),
    )
    .execute();
}

export async function findLastDay(db: Db): Promise<string | undefined> {
  const { last } = await db
    .selectFrom("daily_counts")
    .select(({ fn }) => fn.max("day").as("last"))
    .executeTakeFirstOrThrow();
  return last ?? undefined;
}

export async function deleteCountsBefore(db: Db, day: string): Promise<void> {
  await db.deleteFrom("daily_counts").where("day", "<", day).execute();
}

export async function listCounts(db: Db, { from, to }: Days) {
  return db
    .selectFrom("daily_counts")
    .where("day", ">=", from)
    .where("day", "<=", to)
    .select(["day", "subject", "count"])
    .execute();
}
