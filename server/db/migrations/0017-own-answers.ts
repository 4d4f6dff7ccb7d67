import { type Kysely, sql } from "kysely";

/**
 * What owners wrote themselves before they read. A row ends the offer to write it, for good, so that whichever comes
 * first wins. Who has responses already may have read them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table own_answers (
      circle_id uuid primary key,
      user_id uuid not null,
      state text not null check (state in ('written', 'skipped', 'read')),
      sealed bytea,
      questions jsonb,
      check ((state = 'written') = (sealed is not null)),
      check ((sealed is null) = (questions is null)),
      foreign key (circle_id, user_id) references circles (id, user_id) on delete cascade
    );
    alter table own_answers alter column sealed set statistics 0;
    alter table own_answers alter column sealed set storage external;
    insert into own_answers (circle_id, user_id, state)
    select distinct circle_id, user_id, 'read' from feedback;
  `.execute(db);
}
