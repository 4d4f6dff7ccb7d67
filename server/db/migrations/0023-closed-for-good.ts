import { type Kysely, sql } from "kysely";

/**
 * Whether a closing was final because it released one or two answers. While an anonymous circle is open, answers are
 * released exactly three at a time, so a day on which the number of released answers is not a multiple of three had
 * such a closing. Several such closings on one day that add up to three are not recognized. A circle that was reopened
 * and is open now stays open until it closes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table circles add column is_closed_for_good boolean not null default false`.execute(
    db,
  );
  await sql`
    update circles set is_closed_for_good = true
    where is_anonymous and status = 'completed' and exists (
      select from feedback
      where feedback.circle_id = circles.id and feedback.released_on is not null
      group by feedback.released_on
      having count(*) % 3 <> 0
    )`.execute(db);
}
