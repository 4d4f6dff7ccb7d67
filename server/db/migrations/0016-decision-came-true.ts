import { type Kysely, sql } from "kysely";

/** Whether the prediction of a decision came true, as its owner says at the review. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table decisions add column came_true text check (came_true in ('yes', 'partly', 'no'))
  `.execute(db);
}
