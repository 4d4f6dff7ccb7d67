import { type Kysely, sql } from "kysely";

/**
 * Indexes for work that is done in portions: circles by their closing with their id, so that a portion begins where the
 * one before ended; and the responses that no owner was notified of. The index of these asked for released ones, which
 * they all are by now, and no statement says so any more.
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
