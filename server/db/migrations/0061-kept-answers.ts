import { type Kysely, sql } from "kysely";

/**
 * Which answers an owner has kept; when is not stored. And which circle a copy was made from, so that the two can be
 * compared.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table kept_answers (
      feedback_id uuid not null references feedback (id) on delete cascade,
      question_id integer not null,
      primary key (feedback_id, question_id)
    )`.execute(db);
  await sql`
    alter table circles add column asked_again_of uuid references circles (id) on delete set null`.execute(
    db,
  );
  await sql`
    create index circles_asked_again_of on circles (asked_again_of) where asked_again_of is not null`.execute(
    db,
  );
}
