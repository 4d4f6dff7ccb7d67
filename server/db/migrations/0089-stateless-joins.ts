import { type Kysely, sql } from "kysely";

/** Nothing is stored of people who came through an open link and have not answered. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table circles add column link_openings integer not null default 0`.execute(db);
  await sql`delete from invites where source = 'link' and status <> 'completed'`.execute(db);
}
