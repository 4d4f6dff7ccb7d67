import { type Kysely, sql } from "kysely";

/** Signing keys of several algorithms, which replace one another. Only the public half of a former key is kept. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table auth.signing_keys
      add column algorithm text not null default 'ES256'
        check (algorithm in ('ES256', 'RS256', 'EdDSA')),
      add column signs_from timestamptz,
      add column verifies_until timestamptz,
      alter column private_encrypted drop not null`.execute(db);
  await sql`update auth.signing_keys set signs_from = created_at`.execute(db);
  await sql`
    create unique index signing_keys_one_standby on auth.signing_keys (state)
      where state = 'standby'`.execute(db);
}
