import type { ProviderName } from "#server/db/billing-tables.ts";

type Nothing = Record<string, never>;

/**
 * Every job with its payload. A payload holds ids, never a secret or an answer: it stays in the database after
 * the job is done.
 */
export type JobPayloads = {
  send_mail: { mail_id: string };
  send_answer_dependent_mail: { mail_id: string };
  close_due_circles: Nothing;
  delete_held_back_answers: Nothing;
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
  /** Where the batch before ended. */
  remind_further_people: { closes_at: string; circle_id: string };
  notify_owners: Nothing;
  send_weekly_summaries: Nothing;
  expire_lost_mails: Nothing;
  delete_old_mails: Nothing;
  delete_old_digest_entries: Nothing;
  delete_old_generations: Nothing;
  handle_billing_event: { event_id: string };
  expire_obsolete_checkouts: { user_id: string };
  reconcile_billing: Nothing;
  reconcile_customer: { user_id: string };
  /** Stores again what was bought after the backup that was restored. */
  recall_purchases: { since: string };
  update_customer_email: { user_id: string };
  close_customer: { provider: ProviderName; customer_id: string | null; user_id?: string };
  /** `checkout` is the provider's id; its buyer's account was erased. A pending payment is awaited `until` then. */
  refund_erased_checkout: { provider: ProviderName; checkout: string; until: string };
  /** The same for a subscription: refunds what was paid `since` the account was erased. */
  refund_erased_subscription: {
    provider: ProviderName;
    subscription: string;
    since: string;
    until: string;
  };
  send_review_reminders: Nothing;
  clean_disk: Nothing;
  vacuum_embedded: Nothing;
  vacuum_after_changes: Nothing;
  count_days: Nothing;
  retire_former_queues: Nothing;
};

export type JobKind = keyof JobPayloads;

/** The kinds without a payload: they look for their own work, so a schedule may start them. */
export type SweepKind = {
  [Kind in JobKind]: JobPayloads[Kind] extends Nothing ? Kind : never;
}[JobKind];

type JobSettings = {
  /** How often a worker looks for the next one; 0.5 at least. */
  pollSeconds: number;
  /** How many may be under way at once in one process. */
  atOnce: number;
  /** How often one is tried before it is given up, the first try included. */
  tries: number;
  /** The wait after the first failure; it doubles with each further one, up to an hour. */
  retrySeconds: number;
  /** When one counts as stuck and is tried again. One whose process was killed is taken up within 30 s anyway. */
  stuckAfterSeconds: number;
  /**
   * A job's duration must not affect when others start: each worker takes one job in `pollSeconds` and waits for no
   * other worker, and each job starts at a random moment within this many seconds after it is due.
   */
  spreadSeconds?: number;
  /** Whether one at a time may be under way, of all processes. */
  isAlone?: boolean;
  /** How long a finished one is kept; absent: a day. */
  finishedKeptSeconds?: number;
};

const sweep: JobSettings = {
  pollSeconds: 5,
  atOnce: 1,
  isAlone: true,
  tries: 3,
  retrySeconds: 10,
  stuckAfterSeconds: 600,
};

/** Asks a payment provider, which may be unavailable for hours. */
const providerCall: JobSettings = {
  pollSeconds: 5,
  atOnce: 2,
  tries: 12,
  retrySeconds: 10,
  stuckAfterSeconds: 300,
};

const mail: JobSettings = {
  pollSeconds: 0.5,
  atOnce: 5,
  tries: 8,
  retrySeconds: 10,
  stuckAfterSeconds: 120,
};

/** How the jobs of each kind are run. */
export const jobSettings: Record<JobKind, JobSettings> = {
  send_mail: mail,
  // Apart from other mails, so that none waits for one of these: people who have answered are skipped, which takes no time.
  send_answer_dependent_mail: { ...mail, pollSeconds: 10, atOnce: 10, spreadSeconds: 30 },
  close_due_circles: sweep,
  delete_held_back_answers: sweep,
  remove_unused_covers: sweep,
  // A code lives for five minutes, so a late text is of no use.
  send_text_code: {
    pollSeconds: 0.5,
    atOnce: 5,
    tries: 4,
    retrySeconds: 5,
    stuckAfterSeconds: 60,
  },
  clear_expired_auth: sweep,
  rotate_signing_keys: sweep,
  send_private_link: {
    pollSeconds: 0.5,
    atOnce: 2,
    tries: 5,
    retrySeconds: 10,
    stuckAfterSeconds: 120,
  },
  delete_expired_limit_rows: sweep,
  clear_outbox: sweep,
  write_erasure_list: sweep,
  // A bucket may be unreachable, or its key wrong, for days.
  erase_files: { ...sweep, isAlone: false, tries: 150 },
  remind_pending_people: sweep,
  remind_further_people: sweep,
  notify_owners: sweep,
  send_weekly_summaries: sweep,
  expire_lost_mails: sweep,
  delete_old_mails: sweep,
  delete_old_digest_entries: sweep,
  delete_old_generations: sweep,
  handle_billing_event: { ...providerCall, pollSeconds: 1 },
  expire_obsolete_checkouts: providerCall,
  reconcile_billing: sweep,
  reconcile_customer: providerCall,
  recall_purchases: providerCall,
  update_customer_email: providerCall,
  // The job names an account that is erased.
  close_customer: { ...providerCall, tries: 20, finishedKeptSeconds: 60 },
  // A payment that unlocks nothing: the provider may be unavailable, or its key wrong, for days.
  refund_erased_checkout: { ...providerCall, tries: 150, finishedKeptSeconds: 60 },
  refund_erased_subscription: { ...providerCall, tries: 150, finishedKeptSeconds: 60 },
  send_review_reminders: sweep,
  clean_disk: { ...sweep, pollSeconds: 1 },
  vacuum_embedded: sweep,
  vacuum_after_changes: sweep,
  count_days: sweep,
  retire_former_queues: sweep,
};

/** Every kind there is. */
export const jobKinds = Object.keys(jobSettings) as JobKind[];
