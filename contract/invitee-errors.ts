import { errors } from "./messages/en/later.ts";

/** What an invitee's request can be refused for. The pages say it in their language. Source: docs/product.md, Answering. */
export type InviteeErrorCode = keyof typeof errors;

const statuses: Record<InviteeErrorCode, number> = {
  circle_closed: 409,
  invite_invalid: 404,
  invite_completed: 409,
  invite_declined: 409,
  link_full: 409,
  link_turned_off: 410,
  link_network_exhausted: 429,
  answers_none: 422,
  answer_too_long: 422,
  answer_invalid: 422,
  choice_invalid: 422,
  question_unknown: 422,
  encouragement_too_long: 422,
  text_unstorable: 422,
  receipt_wrong: 403,
  receipt_tries_exhausted: 429,
};

/** These codes with their HTTP status and the English message, which the API answers with. */
export const inviteeErrors = Object.fromEntries(
  Object.entries(statuses).map(([code, status]) => [
    code,
    [status, errors[code as InviteeErrorCode]] as const,
  ]),
) as Record<InviteeErrorCode, readonly [status: number, message: string]>;
