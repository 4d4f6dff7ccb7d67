import { type Kysely, sql } from "kysely";

/** Columns with encrypted keys, or with what people wrote. */
const columns = [
  ["circle_keys", "wrapped_key"],
  ["round_keys", "wrapped_key"],
  ["waiting_answers", "sealed"],
  ["feedback", "sealed"],
  ["encouragements", "sealed"],
  ["insights", "sealed"],
] as const;

/**
 * ANALYZE keeps samples of the values of a column, and keeps those of a table that has become empty forever: destroyed
 * keys were found among them. No query needs them. Setting the type of a column, even to the same type, drops the
 * existing samples; the cleanup that 0037 requests rewrites the table that contained them. The outputs of jobs are
 * cleared, because the reason why a job failed may contain someone's address.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, column] of columns) {
    await sql`
      alter table ${sql.table(table)} alter column ${sql.ref(column)} set statistics 0,
        alter column ${sql.ref(column)} type bytea`.execute(db);
  }
  const { rows } = await sql<{ name: string | null }>`
    select to_regclass('jobs.job') as name`.execute(db);
  if (rows[0]?.name) {
    await sql`update jobs.job set output = null where output is not null`.execute(db);
  }
}
