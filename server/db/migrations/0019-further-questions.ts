import { type Kysely, sql } from "kysely";

/** A further question is a small circle that follows another one; its people are those of the first, asked again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table circles add column follows uuid references circles (id) on delete cascade;
    create index circles_following on circles (follows) where follows is not null;
    alter table invites add column follows uuid references invites (id) on delete cascade;
    create index invites_following on invites (follows) where follows is not null
  `.execute(db);
}
