import { type Kysely, sql } from "kysely";

/**
 * The networks from which people signed in to an account, as keyed hashes that are different for each account: wrong
 * passwords from elsewhere must not keep the owner out.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table auth.known_networks (
      user_id uuid not null references auth.users (id) on delete cascade,
      network_hash bytea not null,
      last_used_at timestamptz not null,
      primary key (user_id, network_hash)
    )`.execute(db);
  await sql`create index known_networks_by_use on auth.known_networks (last_used_at)`.execute(db);
}
