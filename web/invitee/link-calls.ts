import type { OpenInviteView } from "#contract/feedback/feedback.ts";
import { cardOfCode, type InviteCard } from "#contract/invites/invite-cards.ts";
import { ApiError } from "#web/client/api.ts";
import { canReachServer, loadOpenInvite } from "#web/features/feedback/api.ts";
import { answerInvite } from "#web/features/invites/answer-invite.ts";

/** The questions behind a link, or the card shown instead. */
export async function openLink(inviteToken: string): Promise<OpenInviteView | InviteCard> {
  try {
    return await loadOpenInvite(inviteToken);
  } catch (error) {
    return cardOf(error);
  }
}

/** The forms whose call got no reply. */
const unanswered = new WeakSet<HTMLFormElement>();

/**
 * "I'd rather not", or undoing it. Returns the card to show instead, or undefined on success. An ad blocker may block the
 * call but not the form, so the second failure posts the form if the server can be reached.
 */
export async function answerLink(
  form: HTMLFormElement,
  verb: "decline" | "reopen",
  inviteToken: string,
): Promise<InviteCard | undefined> {
  try {
    await answerInvite(verb, inviteToken);
    return undefined;
  } catch (error) {
    const card = cardOf(error);
    if (card !== "unavailable") return card;
    if (unanswered.has(form) && (await canReachServer())) form.submit();
    unanswered.add(form);
    return card;
  }
}

function cardOf(error: unknown): InviteCard {
  return error instanceof ApiError ? cardOfCode(error.code) : "unavailable";
}
