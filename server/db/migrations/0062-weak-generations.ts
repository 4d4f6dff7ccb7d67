import { type Kysely, sql } from "kysely";

/** Which model was asked for insights, and whether its answer failed the checks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table insight_generations add column engine_name text, add column is_weak boolean`.execute(
    db,
  );
  await sql`
    create index insight_generations_of_engine on insight_generations (engine_name, finished_at desc)
    where is_weak is not null`.execute(db);
}
