import { type Kysely, sql } from "kysely";

/**
 * How many emails to invitees go to a mailbox, over all owners. Whether an owner has been given a private link: if they
 * have, an answer does not show that anybody reads the mail of its address.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table mailboxes (
      mailbox_hash text primary key,
      mails_due_at timestamptz[] not null,
      links_sent_at timestamptz[] not null
    )`.execute(db);
  await sql`alter table invites add column owner_has_link boolean not null default false`.execute(
    db,
  );
  await sql`
    create index invites_answered_by_address on invites (email)
      where status = 'completed' and email is not null`.execute(db);
}
