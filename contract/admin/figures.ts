// These are in a separate file from the endpoint, so that the page does not load its schemas.

/** What is counted for each day. */
export const dailySubjects = [
  "accounts",
  "circles",
  "invitations",
  "responses",
  "insights",
  "unlocks",
] as const;
export type DailySubject = (typeof dailySubjects)[number];

/** How many days the page goes back; the table keeps as many. */
export const countedDays = 90;

/** Why an email was given up. */
export const mailFailures = [
  "address_refused",
  "not_taken",
  "unreachable",
  "too_slow",
  "cut_short",
  "restored",
  "other",
] as const;
export type MailFailure = (typeof mailFailures)[number];

/** The problems with payments. The first two are the present state of subscriptions. */
export const paymentFailures = ["overdue", "unpaid", "refunded", "disputed"] as const;
export type PaymentFailure = (typeof paymentFailures)[number];

/** How far back failed emails, and refunded and disputed payments, are counted. */
export const failureDays = 30;

/** A count of this many means this many or more. */
export const maxCounted = 10_000;
