/**
 * What the invitee's page shows only after the first question could be answered: it is fetched then, so that nobody
 * waits for it.
 */
import { findGiveaway } from "#web/features/feedback/giveaways.ts";
import { Notice } from "#web/ui/notice.tsx";
import { Card } from "./invite-cards.tsx";
import { ThankYou } from "./thank-you.tsx";

export const later = { Card, ThankYou, Notice, findGiveaway };

export type Later = typeof later;
