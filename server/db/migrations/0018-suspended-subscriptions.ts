import { type Kysely, sql } from "kysely";

/** Adds the states of a subscription that unlocks nothing but remains active at the provider. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table subscriptions
      drop constraint subscriptions_status_check,
      add constraint subscriptions_status_check check (
        status in ('active', 'trialing', 'past_due', 'unpaid', 'refunded', 'disputed', 'ended')
      )`.execute(db);
}
