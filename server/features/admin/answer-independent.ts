import { type MailKind, mailKinds } from "#server/db/mail-kinds.ts";
import type { JobKind } from "#server/jobs/kinds.ts";
import { jobKinds } from "#server/jobs/kinds.ts";

/*
 * An operator may be the owner of an anonymous circle. So the operator's page counts only emails and jobs that do not
 * depend on sealed answers or on people who open their links: neither whether they exist, nor what becomes of them,
 * nor how long they take. Whoever adds a kind has to decide that for it here. Source:
 * docs/decisions/0032-what-operators-see.md.
 */

/** Whether operators may count the emails of a kind. */
const mails: Record<MailKind, boolean> = {
  invitation: true,
  invitation_again: true,
  reminder: true,
  // It shows that somebody has asked for their link, in order to answer.
  private_link: false,
  new_responses: true,
  release: true,
  deadline_reminder: true,
  completed: true,
  weekly_summary: true,
  closing_letter: true,
  review_reminder: true,
  billing_payment_failed: true,
  billing_receipt: true,
  auth_confirm_signup: true,
  auth_already_registered: true,
  auth_recovery: true,
  auth_magic_link: true,
  auth_reauthentication: true,
  auth_new_sign_in: true,
  auth_email_change: true,
  auth_email_change_old: true,
  auth_password_changed: true,
  auth_email_changed: true,
  auth_factor_added: true,
  auth_factor_removed: true,
  auth_factors_removed_by_operator: true,
  auth_wrong_codes: true,
  auth_identity_linked: true,
  auth_passkey_added: true,
  auth_passkey_removed: true,
  auth_recovery_codes_made: true,
  auth_recovery_codes_deleted: true,
  auth_recovery_code_used: true,
  auth_identity_unlinked: true,
  auth_app_connected: true,
  auth_account_reset: true,
  auth_sign_in_disowned: true,
};

/** Whether operators may count the jobs of a kind. */
const jobs: Record<JobKind, boolean> = {
  // Emails are counted by their own kind.
  send_mail: false,
  send_private_link: false,
  // These handle sealed answers, or rows that arriving answers have written, which can slow them down or make them fail.
  close_due_circles: false,
  clean_disk: false,
  vacuum_embedded: false,
  vacuum_after_changes: false,
  // These handle emails that depend on answers, or the limits that opened links count towards.
  remind_pending_people: false,
  remind_further_people: false,
  expire_lost_mails: false,
  clear_outbox: false,
  delete_expired_limit_rows: false,
  remove_unused_covers: true,
  send_text_code: true,
  clear_expired_auth: true,
  rotate_signing_keys: true,
  write_erasure_list: true,
  erase_files: true,
  notify_owners: true,
  send_weekly_summaries: true,
  delete_old_mails: true,
  delete_old_digest_entries: true,
  delete_old_generations: true,
  handle_billing_event: true,
  expire_obsolete_checkouts: true,
  reconcile_billing: true,
  reconcile_customer: true,
  recall_purchases: true,
  update_customer_email: true,
  close_customer: true,
  refund_erased_checkout: true,
  refund_erased_subscription: true,
  send_review_reminders: true,
  count_days: true,
  retire_former_queues: true,
};

export const countableMailKinds = mailKinds.filter((kind) => mails[kind]);
export const countableJobKinds = jobKinds.filter((kind) => jobs[kind]);
