/** The token of somebody who came through an open link has more digits than any private link (see `join-token.ts`). */
const privateLinkDigitsMax = 64;
/** How many of its digits have only the circle's id. */
const circleDigits = 21;

/** Whether a token belongs to somebody who came through an open link, rather than to a person who was invited. */
export function isJoinToken(inviteToken: string): boolean {
  return inviteToken.length > privateLinkDigitsMax;
}

/**
 * The key under which a form's draft is kept: its link or, for people who come through an open link, the circle, since
 * opening the link again makes another token. It is in a separate file from `join-token.ts`, because every invitee
 * loads it.
 */
export function draftOwner(inviteToken: string): string {
  return isJoinToken(inviteToken) ? inviteToken.slice(0, circleDigits) : inviteToken;
}
