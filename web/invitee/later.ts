/**
 * What the invitee's page needs only after the first question can be answered: it is fetched then, so that nobody
 * waits for it.
 */
import { findGiveaway } from "#web/features/feedback/giveaways.ts";
import { sendReflections } from "#web/features/feedback/send-reflections.ts";
import { Notice } from "#web/ui/notice.tsx";
import { Card } from "./invite-cards.tsx";
import { answerLink, cardOfCode, openLink } from "./link-calls.ts";
import { ThankYou } from "./thank-you.tsx";

export const later = {
  Card,
  ThankYou,
  Notice,
  findGiveaway,
  sendReflections,
  openLink,
  answerLink,
  cardOfCode,
};

export type Later = typeof later;
