import { type Kysely, sql } from "kysely";

/** An index for the nightly comparison, which asks longer about disputed singles than about others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index purchases_disputed on purchases (bought_at) where state = 'disputed'`.execute(db);
}
