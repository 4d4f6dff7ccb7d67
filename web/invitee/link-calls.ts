import type { OpenInviteView } from "#contract/feedback/feedback.ts";
import { cardOfCode, type InviteCard } from "#contract/invites/invite-cards.ts";
import { ApiError } from "#web/client/api.ts";
import { loadOpenInvite } from "#web/features/feedback/api.ts";
import { answerInvite } from "#web/features/invites/answer-invite.ts";

/** The questions behind a link, or the card shown instead. */
export async function openLink(inviteToken: string): Promise<OpenInviteView | InviteCard> {
  try {
    return await loadOpenInvite(inviteToken);
  } catch (error) {
    return findCard(error);
  }
}

/** "I'd rather not", or undoing it. Returns the card to show instead, or undefined on success. */
export async function answerLink(
  verb: "decline" | "reopen",
  inviteToken: string,
): Promise<InviteCard | undefined> {
  try {
    await answerInvite(verb, inviteToken);
    return undefined;
  } catch (error) {
    return findCard(error);
  }
}

function findCard(error: unknown): InviteCard {
  return error instanceof ApiError ? cardOfCode(error.code) : "unavailable";
}
