import { type Kysely, sql } from "kysely";

/**
 * Indexes for work that is done in batches: circles by closing time and id, so that a batch begins where the one before
 * ended; and responses that no owner has been notified of. The old index of these had the condition that they are
 * released. By now all of them are, and no statement has that condition any more.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index circles_closing on circles (closes_at, id) where status = 'active'`.execute(
    db,
  );
  await sql`drop index circles_due`.execute(db);
  await sql`create index feedback_unnotified on feedback (circle_id) where not owner_told`.execute(
    db,
  );
  await sql`drop index feedback_untold`.execute(db);
}
