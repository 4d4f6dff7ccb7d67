import { type Kysely, sql } from "kysely";

/** What a subscription may be that unlocks nothing and yet lives on where it was bought. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table subscriptions
      drop constraint subscriptions_status_check,
      add constraint subscriptions_status_check check (
        status in ('active', 'trialing', 'past_due', 'unpaid', 'refunded', 'disputed', 'ended')
      )`.execute(db);
}
