import { formatLongDay } from "../format-in.ts";

/** What was wrong, by its code: the API answers with these, too. */
export const errors = {
  circle_closed: "This paraline has closed.",
  invite_invalid: "This feedback link is invalid or has expired.",
  invite_completed: "You've already shared your reflections",
  invite_declined: "You chose not to answer",
  link_full: "This link has reached its limit.",
  link_turned_off:
    "The shared link was turned off after you opened it. Please open it again, or ask the person who sent it.",
  link_network_exhausted:
    "20 people have begun to answer from your network within an hour, the most that this link accepts. Please open it again later.",
  answers_none: "Please answer at least one question.",
  answer_too_long: "Answer must be less than 2000 characters",
  answer_invalid: "Please choose a number from 1 to 5.",
  choice_invalid: "Please choose one of the options. Reload the page if they have changed.",
  question_unknown:
    "A question has changed since you opened this page. Copy your answer to it, then open your link again.",
  encouragement_too_long: "Encouragement must be less than 1000 characters",
  text_unstorable: "Some characters here can't be saved. Remove unusual symbols.",
  receipt_wrong: "This code does not open an answer here. Check the four words and try again.",
  receipt_tries_exhausted: "10 codes were wrong. Please try again in an hour.",
};

/** What the invitee's page says besides: it is loaded once the first question can be answered. */
export const later = {
  errors,

  notifications: "Notifications",
  dismiss: "Dismiss",
  missingTitle: "Open your link again",
  missing: "Open the link in your email again",
  missingWhy: "This page's address doesn't include your link.",
  missingDraft: "Anything you wrote is saved in the browser that you wrote it in.",
  invalid: "Link Invalid",
  askAgain: "Ask the person who invited you to send it again.",
  openSharedLink: "Open the shared link",
  completedTitle: "Already shared",
  completedThanks: "Thank you. Each link can be answered only once.",
  declinedTitle: "Not answered",
  declinedEmails: "You won't get any more emails about it.",
  answerAfterAll: "Answer after all",
  unavailableTitle: "Failed to load",
  unavailable: "Failed to load paraline",
  unavailableWhy: "We can't load this right now. Your link is saved.",
  tryAgain: "Try again",
  written: "What you have written",
  writtenUnsent: "This was not sent.",
  versionUnsent: "This version was not sent.",
  copy: "Copy",
  copied: "Copied!",
  copyRefused: "Your browser doesn't allow this. The text is selected: copy it.",

  /** Above the title, where one further question is asked. */
  furtherQuestion: (owner: string | null) =>
    `${owner ?? "The person who invited you"} has one more question`,
  send: "Send",

  thanks: "Thank you",
  onTheirWay: (owner: string | null) =>
    `Your reflections are on their way to ${owner ?? "the person who invited you"}.`,
  openUntil: "Open until",
  sealedUntil: "Sealed until",
  longDay: (day: string) => formatLongDay("en-US", day),
  received: "Received",
  formatReceived: (received: number, asked: number) => `${received} of ${asked} perspectives`,
  ownQuestion: "Facing something of your own?",
  startYourOwn: "Start your own Paraline",

  keepWayBack: "Keep a way back",
  wayBackWhy:
    "Until this paraline closes, you can read, change or withdraw what you wrote, with this code and your private link. We can't show the code again.",
  wayBackCode: "Your code",
  wayBackLink: "Your private link with the code",
  print: "Print",
  haveCode: "Have your code?",
  haveCodeWhy: "Enter its four words to read, change or withdraw what you wrote.",
  code: "Code",
  openAnswer: "Open",
};

export type LaterMessages = typeof later;
