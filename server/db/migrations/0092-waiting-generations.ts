import { type Kysely, sql } from "kysely";

/** A generation waits until other work of the server is done, and shows how much of it is ahead. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table insight_generations
      drop constraint insight_generations_stage_check,
      add constraint insight_generations_stage_check check (
        stage in ('waiting', 'reading', 'comparing', 'summarizing', 'gathering', 'choosing', 'checking')
      ),
      add column place integer`.execute(db);
}
