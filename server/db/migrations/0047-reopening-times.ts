import { type Kysely, sql } from "kysely";

/**
 * Keeps when a circle was reopened lately instead of a number and the first time, which let the last reopenings of one
 * day and the first of the next follow each other. What was counted is dated on that first time, as before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table circles add column reopened_at timestamptz[] not null default '{}'`.execute(
    db,
  );
  await sql`
    update circles set reopened_at = array_fill(reopenings_since, array[least(reopenings, 5)])
    where reopenings_since is not null`.execute(db);
  await sql`alter table circles drop column reopenings, drop column reopenings_since`.execute(db);
}
