import type { FeedbackPageModel, KeptReceipt } from "#contract/pages.ts";

/** What the server rendered, and what the page's script starts with. */
export type InviteePageModel =
  | Exclude<FeedbackPageModel, { kind: "unsent" }>
  | { kind: "thank_you"; receipt?: KeptReceipt | undefined };
