import { type Kysely, sql } from "kysely";

/**
 * Drops the columns in which answers, notes and insights were kept as plain text.
 * @throws the database's error 23502 while something is not encrypted yet
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table feedback alter column sealed set not null`.execute(db);
  await sql`alter table feedback alter column released_on set not null`.execute(db);
  await sql`drop index feedback_waiting`.execute(db);
  await sql`alter table feedback drop column answers, drop column show_if_few`.execute(db);

  await sql`alter table encouragements alter column sealed set not null`.execute(db);
  await sql`alter table encouragements alter column released_on set not null`.execute(db);
  await sql`drop index encouragements_waiting`.execute(db);
  await sql`alter table encouragements drop column note, drop column show_if_few`.execute(db);

  await sql`alter table insights alter column sealed set not null`.execute(db);
  await sql`
    alter table insights drop column sentiment, drop column sentiment_explanation,
      drop column summary_paragraph, drop column key_themes, drop column highlighted_quotes,
      drop column next_step_suggestion, drop column content, drop column response_ids`.execute(db);

  // The old hashes are replaced by hashes with the circle's key. Dropping the column also drops the primary key on it.
  await sql`alter table removed_names alter column name_mac set not null`.execute(db);
  await sql`alter table removed_names drop column name_hash`.execute(db);
  await sql`alter table removed_names add primary key (circle_id, name_mac)`.execute(db);
}
