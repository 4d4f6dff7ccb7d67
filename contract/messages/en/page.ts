import type { Language } from "../../languages.ts";
import { formatShortDay } from "../format-in.ts";

/** What the invitee's page says until it is answered. A name that is null is missing. */
export const page = {
  language: "en" as Language,
  skip: "Skip to content",
  home: "Paraline, home",
  progress: "Progress",
  percent: (value: number) => `${value}%`,
  characters: (count: number, limit: number) =>
    `${count.toLocaleString("en-US")} of ${limit.toLocaleString("en-US")} characters`,
  day: (day: string) => formatShortDay("en-US", day, "2-digit"),

  privateTo: (owner: string | null) => (owner === null ? "Private" : `Private to ${owner}`),
  loading: "Loading paraline...",
  loadingWithoutScript: "Please open your private link again: it works without JavaScript.",
  loadFailed: "Failed to load paraline. Please check your link.",
  choiceFailed: "That wasn't sent. Please try again.",
  submitFailed: "Failed to submit feedback. Please try again.",
  submitted: "Feedback submitted successfully!",

  aboutLabel: "About this paraline",
  from: (owner: string | null) => `From ${owner ?? "someone who values your view"}`,
  exploring: "What they're exploring",
  asking: "What they're asking from you",
  readAll: "Read all",
  showLess: "Show less",
  takes: (minutes: string) => `This will take about ${minutes} minutes`,
  whoReads: "Who reads it",
  readersNamed: (owner: string | null) =>
    `Only ${owner ?? "the person who invited you"}, with your first name beside it.`,
  readersNamedAndModel: (owner: string | null, model: string) =>
    `Only ${owner ?? "the person who invited you"} and, for insights, the AI model ${model}, with your first name beside it.`,
  readersSealed: (owner: string | null, until: string | null) =>
    `Only ${owner ?? "the person who invited you"}, without names, sealed until ${until ?? "this paraline closes"}.`,
  readersSealedAndModel: (owner: string | null, model: string, until: string | null) =>
    `Only ${owner ?? "the person who invited you"} and, for insights, the AI model ${model}, without names, sealed until ${until ?? "this paraline closes"}.`,
  fewerThanThree: "If fewer than 3 people answer, nothing is shown and all is deleted.",
  peopleAsked: (count: number | null) =>
    count === null
      ? "Others may answer through an open link."
      : count === 1
        ? "You are the only person asked."
        : `${count} people were asked.`,
  insightsHere:
    "Insights, made on this server only, may use your answers. You can opt out at the end.",
  insightsByModel: (model: string) =>
    `Insights, made by the AI model ${model}, may use your answers. You can opt out at the end.`,
  giveAway: "What could still give you away",
  giveAwayWording: "Your wording.",
  giveAwayOwner: (owner: string | null) =>
    `${owner ?? "The person who invited you"} could answer too, and knows those answers. If only one other person answers, that is you.`,
  giveAwayServer: "Whoever runs this server could connect an answer to you.",

  question: (number: number, count: number) => `Question ${number} of ${count}`,
  answerPlaceholder: "Share your thoughts...",
  hint: (words: string) => `“${words}” may reveal who you are. You can keep it or rephrase it.`,
  decline: "I'd rather not",
  goToFirst: "Go to the first question",
  back: "Back",
  next: "Next",
  submit: "Submit Reflections",
  submitting: "Submitting...",
  safeToSubmitAgain: "Your answers are still here. It's safe to submit again.",
  encouragement: "Leave an encouragement note",
  encouragementHint: (owner: string | null) =>
    `Optional. A line or two for ${owner ?? "the person who invited you"} to keep, whatever comes of it.`,
  leaveOut: "Leave mine out of insights",
  leaveOutHint: (owner: string | null) =>
    `Your answers can still be read by ${owner ?? "the person who invited you"}.`,
};

export type PageMessages = typeof page;
