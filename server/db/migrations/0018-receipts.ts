import { type Kysely, sql } from "kysely";

/** Receipts, with which people read, change or withdraw what they wrote. They are never sampled, like keys. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sealed_answers add column receipt bytea;
    alter table sealed_answers alter column receipt set statistics 0;
    alter table feedback add column receipt bytea, add column edited_on date;
    alter table feedback alter column receipt set statistics 0;
  `.execute(db);
}
