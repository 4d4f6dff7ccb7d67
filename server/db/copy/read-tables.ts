import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "../tables.ts";
import type { CopiedTable } from "./copied-tables.ts";

const rowsAtOnce = 200;

/**
 * Runs `work` on one unchanging view of the database while others may go on writing to it. On a server, deleted rows
 * stay on the disk for as long as `work` runs.
 */
export function inSnapshot<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return db.transaction().execute(async (tx) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(tx);
    await prepareCopying(tx);
    return work(tx);
  });
}

/** Makes values into texts that any other database reads as the same values, and lifts the time limits. */
export async function prepareCopying(tx: Tx): Promise<void> {
  const settings = [
    ["TimeZone", "UTC"],
    ["DateStyle", "ISO, YMD"],
    ["IntervalStyle", "postgres"],
    ["bytea_output", "hex"],
    ["extra_float_digits", "1"],
    ["statement_timeout", "0"],
    ["lock_timeout", "0"],
    ["idle_in_transaction_session_timeout", "0"],
  ] as const;
  for (const [name, value] of settings) {
    await sql`select set_config(${name}::text, ${value}::text, true)`.execute(tx);
  }
}

/** The rows of a table, each as a JSON array of its values as texts. A few hundred are in memory at a time. */
export async function* readRows(
  tx: Tx,
  { name, columns, key }: CopiedTable,
): AsyncGenerator<string> {
  const values = columns.map((column) => sql`${sql.ref(column.name)}::text`);
  const order = key.length === 0 ? sql`1` : sql.join(key.map((column) => sql.ref(column)));
  yield* readByCursor(
    tx,
    sql`select jsonb_build_array(${sql.join(values)})::text as row from ${sql.raw(name)} order by ${order}`,
  );
}

/** The column `row` of a query's rows, read in batches. */
export async function* readByCursor(tx: Tx, query: RawBuilder<unknown>): AsyncGenerator<string> {
  await sql`declare copied_rows no scroll cursor for ${query}`.execute(tx);
  for (;;) {
    const { rows } = await sql<{ row: string }>`
      fetch ${sql.lit(rowsAtOnce)} from copied_rows`.execute(tx);
    for (const { row } of rows) yield row;
    if (rows.length < rowsAtOnce) break;
  }
  await sql`close copied_rows`.execute(tx);
}
