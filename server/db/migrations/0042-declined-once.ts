import { type Kysely, sql } from "kysely";

/**
 * Whether a person has ever declined. The owner of an anonymous circle goes on seeing that, because if it disappeared
 * when the person takes it back, it would show who is about to answer. Who took it back before this migration is not
 * known.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table invites add column has_declined boolean not null default false`.execute(db);
  await sql`update invites set has_declined = true where status = 'declined'`.execute(db);
}
