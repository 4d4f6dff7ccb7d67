/**
 * What the invitee's page needs only after the first question can be answered. It is fetched then, so that it does not
 * delay anyone.
 */

import { findAuthorHintOrName } from "#contract/feedback/author-hints.ts";
import { cardOfCode } from "#contract/invites/invite-cards.ts";
import { followTabs } from "#web/features/feedback/follow-tabs.ts";
import { sendReflections } from "#web/features/feedback/send-reflections.ts";
import { printWholeFields } from "#web/ui/fields/print-fields.ts";
import { formatTitle } from "./format-title.ts";
import { trackKeyboardHeight } from "./keyboard-height.ts";
import { addLazyStyles } from "./lazy-styles.ts";
import { answerLink, openLink } from "./link-calls.ts";
import { InviteStateCard } from "./screens/invite-cards.tsx";
import { Notices } from "./screens/notices.tsx";
import { ThankYou } from "./screens/thank-you.tsx";
import { addLink, readReceipt } from "./stored-receipt.ts";
import { loadWebFonts } from "./web-fonts.ts";

export const lazyComponents = {
  Card: InviteStateCard,
  ThankYou,
  Notices,
  findAuthorHint: findAuthorHintOrName,
  followTabs,
  sendReflections,
  openLink,
  answerLink,
  cardOfCode,
  formatTitle,
  addLink,
  readReceipt,
  addLazyStyles,
  followKeyboard: trackKeyboardHeight,
  loadWebFonts,
  printWholeFields,
};

export type LazyComponents = typeof lazyComponents;
