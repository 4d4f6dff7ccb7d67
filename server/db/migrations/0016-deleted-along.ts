import { type Kysely, sql } from "kysely";

/**
 * Indexes by which mails are found whenever their circle is read, and by which rows of both tables are deleted along
 * with what these columns name.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index mails_by_circle on mails (circle_id, kind, created_at)`.execute(db);
  await sql`create index mail_opt_outs_by_owner on mail_opt_outs (owner_id)`.execute(db);
}
