import { type Kysely, sql } from "kysely";

/** The id of the payment for a subscription's period: refunds and disputes name nothing else. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table subscription_payments add column payment_id text`.execute(db);
  await sql`create index subscription_payments_by_payment on subscription_payments (payment_id)`.execute(
    db,
  );
}
