import { type Kysely, sql } from "kysely";

/** Which responses of named circles an email to their owner reports. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table notified_responses (
      mail_id uuid not null references emails (id) on delete cascade,
      feedback_id uuid not null references feedback (id) on delete cascade,
      user_id uuid not null,
      primary key (mail_id, feedback_id)
    );
    create index notified_responses_by_feedback on notified_responses (feedback_id);
  `.execute(db);
}
