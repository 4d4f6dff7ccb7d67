import { inviteeErrors } from "./invitee-errors.ts";

/**
 * The complete list of the product's error codes, with the HTTP status and message of each. Callers compare codes;
 * messages are shown to people unchanged. Source: docs/product.md, API. `/auth/v1` has errors of its own.
 */
const errors = {
  bad_json: [400, "The request could not be read."],
  validation_failed: [400, "Something in the request is not valid."],
  request_too_large: [413, "That is too large to send."],
  unsupported_media_type: [415, "That kind of content is not accepted here."],
  not_found: [404, "There is nothing at this address."],
  method_not_allowed: [405, "That is not possible at this address."],
  rate_limited: [429, "Too many requests. Please try again in a moment."],
  internal: [500, "Something went wrong on our side. Please try again."],
  unavailable: [503, "The service is not available right now. Please try again."],

  signed_out: [401, "Please sign in first"],
  bad_jwt: [403, "Your sign-in is not valid any more. Please sign in again."],
  session_not_found: [403, "You were signed out. Please sign in again."],
  user_banned: [403, "This account is suspended."],
  insufficient_aal: [403, "Please complete your second step first."],
  insufficient_scope: [403, "This app has not been allowed to do that."],
  operator_second_step_missing: [
    403,
    "The operator's page needs a second step. Add one in Settings first.",
  ],

  circle_not_found: [404, "This paraline was not found."],
  answer_not_found: [404, "This answer was not found. Reload the page to see the current answers."],
  response_not_found: [
    404,
    "This perspective was not found. Reload the page to see the current ones.",
  ],
  circle_created_already: [
    409,
    "This paraline has already been created, without your last changes. Open it to change it.",
  ],
  circle_open: [409, "This paraline is open."],
  circle_final: [409, "The closing of an anonymous paraline is final, so it can't be reopened."],
  circle_fixed: [
    409,
    "What your people read is fixed, so this can't change any more. You can ask more people in a new paraline.",
  ],
  deadline_earlier: [
    422,
    "The deadline of an anonymous paraline can only move to a later day. To end it sooner, close it.",
  ],
  duplicates_exhausted: [429, "You have made 20 copies within 24 hours. Please try again later."],
  circle_title_differs: [422, "Type the title exactly as shown."],
  circle_mode_needs_three: [
    422,
    "An anonymous paraline needs at least 3 people. With fewer, their wording would give them away.",
  ],
  deadline_past: [422, "Choose a day that isn't over yet"],
  deadline_too_far: [422, "Choose a day within the next 5 years"],
  title_missing: [422, "Please give your paraline a title"],
  description_missing: [422, "Please say what you are exploring"],
  ask_missing: [422, "Please say what you are asking for"],
  questions_none: [422, "At least one question is required"],
  questions_too_many: [422, "Maximum 8 questions allowed"],
  question_empty: [422, "Please fill in all questions"],
  stance_repeated: [
    422,
    "Only one question can ask for the overall view. Please remove the other one, or make it an ordinary question.",
  ],
  stance_not_rated: [422, "The question for the overall view has to be answered from 1 to 5."],
  role_not_written: [
    422,
    "Only a question that people answer in their own words can ask for strengths, worries or advice.",
  ],
  options_count: [422, "A choice needs 2 to 8 options."],
  options_alike: [422, "Two options are the same. Please change one of them."],
  question_not_kept: [
    409,
    "One of these questions was removed in the meantime. Please reload to see the current questions.",
  ],
  further_question_open: [
    409,
    "Your last further question is still open. You can ask the next one once it has closed.",
  ],
  further_questions_exhausted: [
    409,
    "You have asked 3 further questions, which is as many as a paraline can have.",
  ],
  further_question_sealed: [
    409,
    "You can ask a further question once this anonymous paraline has closed.",
  ],
  further_question_late: [
    409,
    "This paraline closed more than 60 days ago. You can ask the same people again in a new one.",
  ],
  further_question_nobody: [
    409,
    "There is no one to ask: nobody was invited, or everyone has declined or unsubscribed.",
  ],
  further_question_needs_three: [
    409,
    "Fewer than 3 people could be asked, and their wording would give them away. You can ask in a new paraline with more people.",
  ],
  further_question_deadline: [422, "Choose a day from tomorrow on, at most 60 days ahead"],
  invites_none: [422, "Add at least one person to invite"],
  invites_too_many: [422, "A paraline can have at most 50 people"],
  invite_email_missing: [422, "Please enter an email address"],
  invite_first_name_missing: [422, "Please enter a first name"],
  invite_first_name_too_long: [422, "A first name may have at most 120 characters"],
  invite_last_name_too_long: [422, "A last name may have at most 120 characters"],
  invite_email_malformed: [422, "Please enter a valid email address"],
  invite_email_repeated: [422, "This email has already been added"],
  invite_own_email: [422, "You can't invite yourself"],
  cover_not_yours: [422, "This cover image was not uploaded by you. Please upload it again."],

  cover_too_large: [413, "Please choose an image of at most 10 MB."],
  cover_too_many_pixels: [422, "Please choose an image of at most 25 megapixels, or 8.3 as AVIF."],
  cover_side_too_long: [422, "Please choose an image of at most 12,000 pixels on each side."],
  cover_uploads_exhausted: [
    429,
    "You can upload at most 50 cover images, or 100 MB, in 7 days. Please try again later.",
  ],
  cover_not_an_image: [422, "Please choose a JPEG, PNG, WebP, AVIF or GIF image."],
  cover_damaged: [422, "This image is damaged or incomplete. Please choose another copy of it."],

  invite_not_found: [404, "Invite not found"],
  invite_resend_too_soon: [
    429,
    "You emailed them less than 10 minutes ago. Please try again later.",
  ],
  invite_resends_exhausted: [
    409,
    "Their invitation has been sent again twice, which is as often as it can be.",
  ],
  invite_address_exhausted: [
    429,
    "This address has received too many emails. Please try again tomorrow.",
  ],
  invite_mails_exhausted: [
    429,
    "You have reached the limit for invitations in 24 hours. Please try again later.",
  ],
  invite_declined_no_mail: [409, "They chose not to answer, so they get no more emails about it."],
  invite_waits_for_owner: [
    409,
    "Their invitation will be sent once you have confirmed your own address.",
  ],
  invite_unsubscribed: [409, "They asked not to receive any more emails."],
  invite_may_have_arrived: [
    409,
    "Their invitation may already have reached them. In an anonymous paraline, changing it now could show who has answered.",
  ],
  invite_link_private: [
    409,
    "In an anonymous paraline, only the person invited gets their private link.",
  ],
  link_not_open: [404, "This link is only for people who were invited."],

  own_answers_too_late: [
    409,
    "You can write your own answers only before you read what others wrote.",
  ],
  own_answers_given: [409, "You have already answered or skipped these questions yourself."],

  results_locked: [402, "Unlock the results of this paraline to read them."],
  billing_off: [409, "Everything is unlocked on this server."],
  already_subscribed: [
    409,
    "You already have a subscription: everything is unlocked. “Manage billing” changes its plan.",
  ],
  subscription_past_due: [
    409,
    "A payment for your subscription is overdue. Update your payment method in Settings.",
  ],
  already_unlocked: [409, "This paraline is already unlocked."],
  unlock_none_yet: [409, "No feedback received yet."],
  unlock_sealed: [409, "The answers are sealed until this paraline closes"],
  unlock_too_few: [409, "Fewer than 3 people answered, so nothing is shown."],
  unlock_unused: [
    409,
    "You have an unlock that you have not used yet. Use it before you buy another.",
  ],
  credits_none: [409, "You have no unlock left to use."],
  checkout_failed: [503, "Failed to start checkout"],
  checkout_starting: [
    409,
    "You have another checkout open. Please continue there, or try again in a moment.",
  ],
  checkout_slow: [
    503,
    "The payment page is taking longer than usual to open. Nothing was charged. Please try again in a moment.",
  ],
  checkout_not_found: [404, "This checkout was not found."],
  portal_none: [409, "There is no subscription or payment to manage yet."],
  portal_failed: [503, "The billing page could not be opened. Please try again."],
  receipt_none: [404, "This receipt was not found. “Manage billing” leads to all invoices."],
  receipt_failed: [503, "The receipt could not be opened. Please try again."],
  webhook_invalid: [400, "This event's signature is not valid."],
  webhook_unreadable: [
    400,
    "This event's signature is valid, but its content is incomplete. Configure the webhook to send full (snapshot) events as JSON.",
  ],

  insights_off: [409, "Insights are turned off on this server."],
  insights_too_few: [422, "Need at least 2 responses to generate insights."],
  insights_running: [409, "Insights are already being generated."],
  insights_exhausted: [
    429,
    "Insights were generated 10 times within 24 hours. Please try again later.",
  ],
  insights_failed: [503, "Failed to generate insights"],
  insights_model_unavailable: [
    503,
    "The AI model of this server cannot be reached or used right now. Please try again later. If this continues, contact the person who runs this server.",
  ],
  insights_model_slow: [
    503,
    "The AI model of this server took too long. Please try again. If this continues, contact the person who runs this server.",
  ],
  insights_too_long: [
    422,
    "These answers are longer than the AI model of this server can read. Please contact the person who runs this server.",
  ],
  insights_model_unusable: [
    503,
    "The text from the AI model failed the checks and was discarded. Trying again may help.",
  ],

  heavy_work_full: [
    503,
    "The server is busy with insights and PDFs of others. Please try again in a minute.",
  ],
  heavy_work_repeated: [
    429,
    "The server is still working on your last two insights or PDFs. Please wait for one of them.",
  ],
  heavy_work_exhausted: [
    429,
    "Your insights and PDFs have taken the server 5 minutes in the last 24 hours. Please try again later.",
  ],
  heavy_work_stopped: [
    503,
    "This took the server too much time or memory, so it was stopped after 30 seconds at most. Please try again later.",
  ],

  session_just_recovered: [
    409,
    "That session began with a recovery email a few minutes ago. You can end it from here in 10 minutes.",
  ],

  account_email_differs: [422, "Type your email address exactly as shown."],
  account_email_unproven: [
    409,
    "To turn emails back on, confirm your address with the link we sent to it.",
  ],
  account_password_wrong: [422, "That password is not correct."],
  account_recovery_pending: [
    409,
    "Someone asked to sign in to this account by email. Use the link or the code in that email, or try again in an hour.",
  ],
  account_sign_in_again: [
    422,
    "For your security, please sign out and sign in again before you delete your account.",
  ],

  decision_path_missing: [409, "Choose a path first."],
  decision_dates_missing: [409, "There are no dates in this plan yet."],
  closing_letter_empty: [422, "Write at least one of the three parts first."],
  closing_letter_nobody: [
    409,
    "There is no one to send it to: it goes to everyone who has been sent an invitation.",
  ],
  closing_letter_sent: [409, "This letter has already been sent. It can be sent only once."],

  ...inviteeErrors,
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type ErrorCode = keyof typeof errors;

/** The codes with which the server refuses work that would take long (`server/system/heavy-work.ts`). */
export const heavyWorkErrors = [
  "heavy_work_full",
  "heavy_work_repeated",
  "heavy_work_exhausted",
  "heavy_work_stopped",
] as const satisfies ErrorCode[];

/** Every code, for the OpenAPI document and for checking answers. */
export const errorCodes = Object.keys(errors) as ErrorCode[];

export function errorStatus(code: ErrorCode): number {
  return errors[code][0];
}

/** The message of a code, shown to people unchanged. */
export function errorMessage(code: ErrorCode): string {
  return errors[code][1];
}

/** Whether an error means that the caller is not signed in, or no longer so, for any reason. */
export function isSignedOut(code: string): boolean {
  return ["signed_out", "bad_jwt", "session_not_found", "user_banned"].includes(code);
}

/** The body of every `/api` response with an error. `path` names the field of the request that was refused. */
export interface ErrorBody {
  code: ErrorCode;
  message: string;
  request_id: string;
  path?: (string | number)[] | undefined;
}

/** A broken product rule. Thrown where the rule is checked, mapped to a response in one place. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly path: (string | number)[] | undefined;
  readonly retry_after_seconds: number | undefined;

  constructor(
    code: ErrorCode,
    options: {
      message?: string;
      path?: (string | number)[];
      retry_after_seconds?: number;
      cause?: unknown;
    } = {},
  ) {
    super(options.message ?? errorMessage(code), { cause: options.cause });
    this.name = "DomainError";
    this.code = code;
    this.path = options.path;
    this.retry_after_seconds = options.retry_after_seconds;
  }
}
