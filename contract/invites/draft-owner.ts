/** The length of a token of somebody who joined by an open link, and how many of its digits hold the circle's id alone. */
export const joinTokenDigits = { all: 54, ofCircle: 21 };

/**
 * Whose draft a form is: that of its link; for those who join by an open link, that of the circle, since joining again
 * makes another token. Apart from `join-token.ts`, because every invitee loads it.
 */
export function draftOwner(inviteToken: string): string {
  const { all, ofCircle } = joinTokenDigits;
  return inviteToken.length === all ? inviteToken.slice(0, ofCircle) : inviteToken;
}
