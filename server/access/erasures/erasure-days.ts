import { sql } from "kysely";
import { formatUtcDay } from "#contract/values/days.ts";
import type { Db, Tx } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { Clock } from "#server/system/clock.ts";
import type { Secrets } from "#server/system/secrets.ts";
import { formatLines, parseLines } from "./erasure-lines.ts";
import { listMark, toListEntry } from "./note-erasures.ts";

const batchSize = 1000;

/**
 * Moves the notes to the list in the database, under today, with the mark of the secret that they are keyed with. Adds
 * the day even if nothing was erased: a list without gaps can be trusted. Several processes may do this at once.
 */
export async function moveNotesToList({
  db,
  clock,
  secrets,
}: {
  db: Db;
  clock: Clock;
  secrets: Secrets;
}): Promise<void> {
  const day = formatUtcDay(clock.now());
  const mark = `mark ${listMark(secrets)}`;
  while (await isAnythingNew(db, day, mark)) {
    await inTransaction(db, async (tx) => {
      const had = await lockDay(tx, day);
      const notes = await tx
        .deleteFrom("erasure_notes")
        .where("id", "in", (eb) =>
          eb.selectFrom("erasure_notes").select("id").orderBy("entry").limit(batchSize),
        )
        .returning("entry")
        .execute();
      const entries = notes.map(({ entry }) => toListEntry(secrets, entry));
      await addLines(tx, day, had, [mark, ...entries]);
    });
  }
}

async function isAnythingNew(db: Db, day: string, mark: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from erasure_notes)
      or not exists (select from erasure_days where day = ${day}::date and strpos(lines, ${mark}) > 0) as found`.execute(
    db,
  );
  return rows[0]?.found ?? false;
}

/** The days in the database, each with a text that changes when its lines do. */
export async function listStoredDays(db: Db): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("erasure_days")
    .select(["day", sql<string>`xmin::text`.as("changed_by")])
    .orderBy("day")
    .execute();
  return new Map(rows.map(({ day, changed_by }) => [day, changed_by]));
}

/** The lines of a day in the database; none if it does not have the day. */
export async function readStoredDay(db: Db, day: string): Promise<Set<string>> {
  const row = await db
    .selectFrom("erasure_days")
    .where("day", "=", day)
    .select("lines")
    .executeTakeFirst();
  return parseLines(row?.lines ?? "");
}

/** Adds to a day in the database the lines that a restored backup lacks. */
export async function storeDay(db: Db, day: string, lines: ReadonlySet<string>): Promise<void> {
  await inTransaction(db, async (tx) => {
    await addLines(tx, day, await lockDay(tx, day), lines);
  });
}

/** Removes from the database the days before `before`, or all days if it is not given. */
export async function deleteStoredDays(db: Db, before = "infinity"): Promise<void> {
  await db.deleteFrom("erasure_days").where("day", "<", before).execute();
}

async function lockDay(tx: Tx, day: string): Promise<Set<string>> {
  await tx
    .insertInto("erasure_days")
    .values({ day, lines: "" })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { lines } = await tx
    .selectFrom("erasure_days")
    .where("day", "=", day)
    .select("lines")
    .forUpdate()
    .executeTakeFirstOrThrow();
  return parseLines(lines);
}

async function addLines(
  tx: Tx,
  day: string,
  had: ReadonlySet<string>,
  lines: Iterable<string>,
): Promise<void> {
  const all = new Set([...had, ...lines]);
  if (all.size === had.size) return;
  await tx
    .updateTable("erasure_days")
    .set({ lines: formatLines(all) })
    .where("day", "=", day)
    .execute();
}
