/**
 * What the invitee's page needs only after the first question can be answered. It is fetched then, so that it does not
 * delay anyone.
 */

import { findAuthorHintOrName } from "#contract/feedback/author-hints.ts";
import { cardOfCode } from "#contract/pages.ts";
import { sendReflections } from "#web/features/feedback/send-reflections.ts";
import { InlineToast } from "#web/ui/toasts/inline-toast.tsx";
import { trackKeyboardHeight } from "./keyboard-height.ts";
import { addLazyStyles } from "./lazy-styles.ts";
import { answerLink, openLink } from "./link-calls.ts";
import { InviteStateCard } from "./screens/invite-cards.tsx";
import { ThankYou } from "./screens/thank-you.tsx";
import { readReceipt, storeReceipt } from "./stored-receipt.ts";
import { loadWebFonts } from "./web-fonts.ts";

export const lazyComponents = {
  Card: InviteStateCard,
  ThankYou,
  InlineToast,
  findAuthorHint: findAuthorHintOrName,
  sendReflections,
  openLink,
  answerLink,
  cardOfCode,
  storeReceipt,
  readReceipt,
  addLazyStyles,
  followKeyboard: trackKeyboardHeight,
  loadWebFonts,
};

export type LazyComponents = typeof lazyComponents;
