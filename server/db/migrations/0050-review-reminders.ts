import { type Kysely, sql } from "kysely";

/** Emails about a review used to be called `look_back`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update mails set kind = 'review_reminder', intent = regexp_replace(intent, '^look_back ', 'review_reminder ')
    where kind = 'look_back'`.execute(db);
}
