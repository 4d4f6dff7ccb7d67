import type { Receipt } from "#contract/feedback/feedback.ts";
import type { FeedbackPageModel } from "#contract/pages.ts";

/** What the server rendered, and what the page's script starts with. */
export type InviteePageModel =
  | Exclude<FeedbackPageModel, { kind: "unsent" }>
  | { kind: "thank_you"; receipt?: Receipt };
