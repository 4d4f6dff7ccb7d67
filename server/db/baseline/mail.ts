import { type Kysely, sql } from "kysely";

/** Emails, who wants none, and how many emails to invitees go to a mailbox, over all owners. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table emails (
      id uuid primary key,
      kind text not null,
      intent text not null unique,
      user_id uuid references auth.users (id) on delete cascade,
      circle_id uuid references circles (id) on delete cascade,
      invite_id uuid references invites (id) on delete cascade,
      to_address text not null,
      state text not null check (state in ('waiting', 'queued', 'sent', 'failed', 'skipped')),
      reason text,
      attempts integer not null default 0,
      undelivered_attempts integer not null default 0,
      not_before timestamptz,
      created_at timestamptz not null,
      sent_at timestamptz
    );
    create index emails_by_address on emails (user_id, to_address);
    create index emails_by_circle on emails (circle_id, kind, created_at);
    create index emails_by_invite on emails (invite_id, created_at);
    create index emails_by_user on emails (user_id, kind, created_at);
    create index emails_ended_by_kind on emails (kind, created_at)
      where invite_id is null and state in ('sent', 'skipped', 'failed');
    create index emails_failed on emails (created_at) where state = 'failed';
    create index emails_invited on emails (sent_at) where kind = 'invitation' and state = 'sent';
    create index emails_queued on emails (created_at) where state = 'queued';

    create table mail_opt_outs (
      id uuid primary key,
      email text not null,
      owner_id uuid references auth.users (id) on delete cascade,
      created_at timestamptz not null,
      unique nulls not distinct (email, owner_id)
    );
    create index mail_opt_outs_by_owner on mail_opt_outs (owner_id);

    create table mailboxes (
      mailbox_hash text primary key,
      emails_due_at timestamptz[] not null,
      links_sent_at timestamptz[] not null
    );
  `.execute(db);
}
