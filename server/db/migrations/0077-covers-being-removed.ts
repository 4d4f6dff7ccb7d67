import { type Kysely, sql } from "kysely";

/**
 * Since when a cover has been in the process of removal: its row stays until its file is gone, which may take a while
 * in a bucket. The sweep for unused covers can skip it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table covers add column removed_at timestamptz`.execute(db);
  await sql`create index covers_removed_at on covers (removed_at) where removed_at is not null`.execute(
    db,
  );
  await sql`drop index covers_unsettled`.execute(db);
  await sql`
    create index covers_unsettled on covers (created_at) where not is_settled and removed_at is null`.execute(
    db,
  );
}
