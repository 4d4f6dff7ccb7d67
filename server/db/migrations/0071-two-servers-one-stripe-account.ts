import { type Kysely, sql } from "kysely";

/**
 * How a server recognizes its own sales among those of another server in the same account of a payment provider; and in
 * which account, and by which customer, a subscription was bought.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table billing_server (
      is_only boolean primary key default true check (is_only),
      id uuid not null
    )`.execute(db);
  await sql`
    alter table subscriptions
      add column account_id text,
      add column customer_id text`.execute(db);
}
