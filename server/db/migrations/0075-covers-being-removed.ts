import { type Kysely, sql } from "kysely";

/** Since when a cover is being removed: its row stays until its file is gone, which may take a while elsewhere. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table covers add column removed_at timestamptz`.execute(db);
  await sql`create index covers_removed_at on covers (removed_at) where removed_at is not null`.execute(
    db,
  );
}
