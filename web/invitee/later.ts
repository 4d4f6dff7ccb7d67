/**
 * What the invitee's page needs only after the first question can be answered: it is fetched then, so that it delays no
 * one.
 */

import { findGiveaway } from "#contract/giveaways.ts";
import { cardOfCode } from "#contract/pages.ts";
import { sendReflections } from "#web/features/feedback/send-reflections.ts";
import { Notice } from "#web/ui/notice.tsx";
import { Card } from "./invite-cards.tsx";
import { keepReceipt, readReceipt } from "./kept-receipt.ts";
import { followKeyboard } from "./keyboard-room.ts";
import { addLaterStyles } from "./later-styles.ts";
import { answerLink, openLink } from "./link-calls.ts";
import { ThankYou } from "./thank-you.tsx";
import { loadWebFonts } from "./web-fonts.ts";

export const later = {
  Card,
  ThankYou,
  Notice,
  findGiveaway,
  sendReflections,
  openLink,
  answerLink,
  cardOfCode,
  keepReceipt,
  readReceipt,
  addLaterStyles,
  followKeyboard,
  loadWebFonts,
};

export type Later = typeof later;
