/**
 * The token of someone who joins through a circle's open link begins with the circle's id, which they know: 16 bytes,
 * followed by 24 random ones, as base64url. So a token that no longer exists is still recognized, and its holder can be
 * sent back to the link.
 */
export const joinToken = { idBytes: 16, secretBytes: 24 } as const;

const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const { idBytes, secretBytes } = joinToken;
const pattern = new RegExp(`^[\\w-]{${Math.ceil(((idBytes + secretBytes) * 8) / 6)}}$`);

/** The circle through whose link this token was given; undefined for any other kind of token. */
export function circleOfJoinToken(inviteToken: string): string | undefined {
  if (!pattern.test(inviteToken)) return undefined;
  // This decodes by itself: `Buffer` exists only on the server, and nothing built-in decodes this alphabet on both
  // sides.
  const bits = [...inviteToken.slice(0, Math.ceil((idBytes * 8) / 6))]
    .map((digit) => digits.indexOf(digit).toString(2).padStart(6, "0"))
    .join("");
  const hex = BigInt(`0b${bits.slice(0, idBytes * 8)}`)
    .toString(16)
    .padStart(idBytes * 2, "0");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
