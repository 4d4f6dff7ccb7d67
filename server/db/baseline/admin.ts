import { type Kysely, sql } from "kysely";

/** Daily counts for the operator's page. They are only numbers: no row is about an account or a circle. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table daily_counts (
      day date not null,
      subject text not null,
      count integer not null check (count >= 0),
      primary key (day, subject)
    );
  `.execute(db);
}
