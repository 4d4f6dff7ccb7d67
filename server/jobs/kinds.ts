import type { ProviderName } from "#server/db/billing-tables.ts";

type Nothing = Record<string, never>;

/**
 * Every kind of job with its payload. A payload contains ids, never a secret or an answer, because it stays in the
 * database after the job is done.
 */
export type JobPayloads = {
  send_mail: { mail_id: string };
  close_due_circles: Nothing;
  remove_unused_covers: Nothing;
  send_text_code: { user_id: string; challenge_id: string };
  clear_expired_auth: Nothing;
  rotate_signing_keys: Nothing;
  send_private_link: { request_id: string };
  delete_expired_limit_rows: Nothing;
  clear_outbox: Nothing;
  write_erasure_list: Nothing;
  erase_files: { erasure_id: string };
  remind_pending_people: Nothing;
  /** Where the previous batch ended. */
  remind_further_people: { closes_at: string; circle_id: string };
  notify_owners: Nothing;
  send_weekly_summaries: Nothing;
  expire_lost_emails: Nothing;
  delete_old_emails: Nothing;
  delete_old_digest_entries: Nothing;
  delete_old_generations: Nothing;
  handle_billing_event: { event_id: string };
  expire_obsolete_checkouts: { user_id: string };
  reconcile_billing: Nothing;
  reconcile_customer: { user_id: string };
  /** Stores again what was bought after the restored backup was made. */
  restore_purchases: { since: string };
  update_customer_email: { user_id: string };
  close_customer: { provider: ProviderName; customer_id: string | null; user_id?: string };
  /** `checkout` is the provider's id of a checkout whose buyer's account was erased. */
  refund_erased_checkout: { provider: ProviderName; checkout: string };
  /** Refunds what was paid for a subscription `since` its buyer's account was erased. */
  refund_erased_subscription: { provider: ProviderName; subscription: string; since: string };
  send_review_reminders: Nothing;
  clean_disk: Nothing;
  vacuum_embedded: Nothing;
  vacuum_after_changes: Nothing;
  count_days: Nothing;
};

export type JobKind = keyof JobPayloads;

/** The kinds without a payload. They look for their own work, so a schedule may start them. */
export type SweepKind = {
  [Kind in JobKind]: JobPayloads[Kind] extends Nothing ? Kind : never;
}[JobKind];

type JobSettings = {
  /** How often a worker looks for the next job; at least 0.5. */
  pollSeconds: number;
  /** How many jobs may be running at once in one process. */
  concurrency: number;
  /** How often a job is tried before it is given up, including the first try. */
  tries: number;
  /** The wait after the first failure; it doubles with each further one, up to an hour. */
  retrySeconds: number;
  /** When a job counts as stuck and is tried again. If its process was killed, it is tried again within 30 s anyway. */
  stuckAfterSeconds: number;
  /** Whether only one job of this kind may be running at a time, in all processes together. */
  isExclusive?: boolean;
  /** How long a finished job is kept; absent: a day. */
  finishedKeptSeconds?: number;
};

const sweep: JobSettings = {
  pollSeconds: 5,
  concurrency: 1,
  isExclusive: true,
  tries: 3,
  retrySeconds: 10,
  stuckAfterSeconds: 600,
};

/** For jobs that call a payment provider, which may be unavailable for hours. */
const providerCall: JobSettings = {
  pollSeconds: 5,
  concurrency: 2,
  tries: 12,
  retrySeconds: 10,
  stuckAfterSeconds: 300,
};

const mail: JobSettings = {
  pollSeconds: 0.5,
  concurrency: 5,
  tries: 8,
  retrySeconds: 10,
  stuckAfterSeconds: 120,
};

/** How the jobs of each kind are run. */
export const jobSettings: Record<JobKind, JobSettings> = {
  send_mail: mail,
  close_due_circles: sweep,
  remove_unused_covers: sweep,
  // A code is valid for five minutes, so a late text is of no use.
  send_text_code: {
    pollSeconds: 0.5,
    concurrency: 5,
    tries: 4,
    retrySeconds: 5,
    stuckAfterSeconds: 60,
  },
  clear_expired_auth: sweep,
  rotate_signing_keys: sweep,
  send_private_link: {
    pollSeconds: 0.5,
    concurrency: 2,
    tries: 5,
    retrySeconds: 10,
    stuckAfterSeconds: 120,
  },
  delete_expired_limit_rows: sweep,
  clear_outbox: sweep,
  write_erasure_list: sweep,
  // A bucket may be unreachable for days, or its key may be wrong for as long.
  erase_files: { ...sweep, isExclusive: false, tries: 150 },
  remind_pending_people: sweep,
  remind_further_people: sweep,
  notify_owners: sweep,
  send_weekly_summaries: sweep,
  expire_lost_emails: sweep,
  delete_old_emails: sweep,
  delete_old_digest_entries: sweep,
  delete_old_generations: sweep,
  handle_billing_event: { ...providerCall, pollSeconds: 1 },
  expire_obsolete_checkouts: providerCall,
  reconcile_billing: sweep,
  reconcile_customer: providerCall,
  // Nothing else finds a first purchase since the backup, so it has to be found even if the provider is unavailable, or
  // its key is wrong, for days.
  restore_purchases: { ...providerCall, tries: 150 },
  update_customer_email: providerCall,
  // The job contains the id of an erased account, so it is not kept for long.
  close_customer: { ...providerCall, tries: 20, finishedKeptSeconds: 60 },
  // The payment unlocks nothing, so it must be refunded even if the provider is unavailable, or its key is wrong, for
  // days.
  refund_erased_checkout: { ...providerCall, tries: 150, finishedKeptSeconds: 60 },
  refund_erased_subscription: { ...providerCall, tries: 150, finishedKeptSeconds: 60 },
  send_review_reminders: sweep,
  clean_disk: { ...sweep, pollSeconds: 1 },
  vacuum_embedded: sweep,
  vacuum_after_changes: sweep,
  count_days: sweep,
};

/** Every kind there is. */
export const jobKinds = Object.keys(jobSettings) as JobKind[];
