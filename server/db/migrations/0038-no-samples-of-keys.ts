import { type Kysely, sql } from "kysely";

/** Columns that hold keys or what people wrote, encrypted. */
const columns = [
  ["circle_keys", "wrapped_key"],
  ["round_keys", "wrapped_key"],
  ["waiting_answers", "sealed"],
  ["feedback", "sealed"],
  ["encouragements", "sealed"],
  ["insights", "sealed"],
] as const;

/**
 * ANALYZE keeps samples of what a column holds, and those of a table that has become empty for good: destroyed keys
 * were found among them. No query needs them. Setting a type, the same one too, drops the samples that are there; the
 * cleanup that 0037 requests rewrites the table they were in. Why a job failed may repeat someone's address.
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
