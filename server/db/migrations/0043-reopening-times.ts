import { type Kysely, sql } from "kysely";

/** When a circle was recently reopened: this is allowed five times in any 24 hours. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table circles add column reopened_at timestamptz[] not null default '{}'`.execute(
    db,
  );
}
