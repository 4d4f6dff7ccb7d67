import { type Kysely, sql } from "kysely";

const tables = [
  "billing_customers",
  "checkouts",
  "purchases",
  "subscriptions",
  "subscription_payments",
  "billing_events",
];

/** The code defines which providers exist, so that adding one does not require a migration. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of tables) {
    await sql`
      alter table ${sql.table(table)}
        drop constraint ${sql.id(`${table}_provider_check`)},
        add constraint ${sql.id(`${table}_provider_check`)} check (provider <> '')`.execute(db);
  }
}
