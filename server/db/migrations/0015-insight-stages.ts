import { type Kysely, sql } from "kysely";

/** A model reports its stage while it writes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table insight_generations
      drop constraint insight_generations_stage_check,
      add constraint insight_generations_stage_check check (
        stage in ('reading', 'comparing', 'summarizing', 'gathering', 'choosing', 'checking')
      )`.execute(db);
}
