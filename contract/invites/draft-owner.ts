/**
 * The length of the token of somebody who joined through an open link, and how many digits have only the circle's id.
 */
export const joinTokenDigits = { all: 54, ofCircle: 21 };

/**
 * The key under which a form's draft is kept: its link or, for people who join through an open link, the circle, since
 * joining again makes another token. It is in a separate file from `join-token.ts`, because every invitee loads it.
 */
export function draftOwner(inviteToken: string): string {
  const { all, ofCircle } = joinTokenDigits;
  return inviteToken.length === all ? inviteToken.slice(0, ofCircle) : inviteToken;
}
