import { type Kysely, sql } from "kysely";

/** Responses that their owner has set aside: they are in no count, insights or export. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table feedback add column is_set_aside boolean not null default false`.execute(
    db,
  );
}
