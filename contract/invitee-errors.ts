/**
 * The errors that the invitee's page reports itself. They are in a separate file to keep that page small. Source:
 * docs/product.md, Answering.
 */
export const inviteeErrors = {
  circle_closed: [409, "This paraline has closed."],
  invite_invalid: [404, "This feedback link is invalid or has expired."],
  invite_completed: [409, "You've already shared your reflections"],
  invite_declined: [409, "You chose not to answer"],
  link_full: [409, "This link has reached its limit."],
  link_turned_off: [
    410,
    "The shared link was turned off after you opened it. Please open it again, or ask the person who sent it.",
  ],
  link_network_exhausted: [
    429,
    "20 people have begun to answer from your network within an hour, the most that this link accepts. Please open it again later.",
  ],
  answers_none: [422, "Please answer at least one question."],
  answer_too_long: [422, "Answer must be less than 2000 characters"],
  answer_invalid: [422, "Please choose a number from 1 to 5."],
  choice_invalid: [422, "Please choose one of the options. Reload the page if they have changed."],
  question_unknown: [
    422,
    "A question has changed since you opened this page. Copy your answer to it, then open your link again.",
  ],
  encouragement_too_long: [422, "Encouragement must be less than 1000 characters"],
  text_unstorable: [422, "Some characters here can't be saved. Remove unusual symbols."],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type InviteeErrorCode = keyof typeof inviteeErrors;

/** The message of a code, shown to people unchanged. */
export function inviteeMessage(code: InviteeErrorCode): string {
  return inviteeErrors[code][1];
}
