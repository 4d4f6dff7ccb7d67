import { isJoinToken } from "./draft-owner.ts";

/**
 * The token of someone who came through a circle's open link begins with the circle's id, which they know: 16 bytes as
 * base64url. So its holder can be sent back to the link. Only the server can make and read the rest.
 */
export const joinCircleBytes = 16;

const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const pattern = /^[\w-]+$/;

/** The circle through whose link this token was given; undefined for any other kind of token. */
export function circleOfJoinToken(inviteToken: string): string | undefined {
  if (!isJoinToken(inviteToken) || !pattern.test(inviteToken)) return undefined;
  // This decodes by itself: `Buffer` exists only on the server, and nothing built-in decodes this alphabet on both
  // sides.
  const bits = [...inviteToken.slice(0, Math.ceil((joinCircleBytes * 8) / 6))]
    .map((digit) => digits.indexOf(digit).toString(2).padStart(6, "0"))
    .join("");
  const hex = BigInt(`0b${bits.slice(0, joinCircleBytes * 8)}`)
    .toString(16)
    .padStart(joinCircleBytes * 2, "0");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
