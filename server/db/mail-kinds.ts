/** The kinds of emails that the product sends, named after their purpose. */
export const mailKinds = [
  "invitation",
  "invitation_again",
  "reminder",
  "further_question",
  "private_link",
  "new_responses",
  "release",
  "deadline_reminder",
  "completed",
  "weekly_summary",
  "closing_letter",
  "review_reminder",
  "billing_payment_failed",
  "billing_receipt",
  "auth_confirm_signup",
  "auth_already_registered",
  "auth_recovery",
  "auth_magic_link",
  "auth_reauthentication",
  "auth_new_sign_in",
  "auth_email_change",
  "auth_email_change_old",
  "auth_password_changed",
  "auth_email_changed",
  "auth_factor_added",
  "auth_factor_removed",
  "auth_factors_removed_by_operator",
  "auth_wrong_codes",
  "auth_identity_linked",
  "auth_passkey_added",
  "auth_passkey_removed",
  "auth_recovery_codes_made",
  "auth_recovery_codes_deleted",
  "auth_recovery_code_used",
  "auth_identity_unlinked",
  "auth_app_connected",
  "auth_account_reset",
  "auth_sign_in_disowned",
] as const;
export type MailKind = (typeof mailKinds)[number];

/** The kinds that go to the people of a circle. */
export const mailKindsToPeople = [
  "invitation",
  "invitation_again",
  "reminder",
  "further_question",
  "private_link",
  "closing_letter",
] as const satisfies readonly MailKind[];
export type MailKindToPeople = (typeof mailKindsToPeople)[number];

/** Emails that invitees ask for. Nothing may show what becomes of them. Source: docs/product.md, Anonymity. */
export const mailKindsOfInvitees: ReadonlySet<MailKind> = new Set(["private_link"]);

/**
 * `waiting`: waits until the owner proves their address. `failed`: was given up, with the reason. `skipped`: was no
 * longer needed.
 */
export type MailState = "waiting" | "queued" | "sent" | "failed" | "skipped";
