/**
 * The token of somebody who comes by a paraline's open link begins with the paraline's id, which they know: 16 bytes,
 * followed by 24 that cannot be guessed, as base64url. So one that was not kept is still known for what it was, and its
 * holder can be led back to the link.
 */
export const join_token = { id_bytes: 16, secret_bytes: 24 } as const;

const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const { id_bytes, secret_bytes } = join_token;
const pattern = new RegExp(`^[\\w-]{${Math.ceil(((id_bytes + secret_bytes) * 8) / 6)}}$`);

/** The paraline by whose link somebody with this token came; undefined for a token of any other kind. */
export function circleOfJoinToken(invite_token: string): string | undefined {
  if (!pattern.test(invite_token)) return undefined;
  // By hand: `Buffer` exists on the server alone, and nothing else decodes this alphabet on both sides.
  const bits = [...invite_token.slice(0, Math.ceil((id_bytes * 8) / 6))]
    .map((digit) => digits.indexOf(digit).toString(2).padStart(6, "0"))
    .join("");
  const hex = BigInt(`0b${bits.slice(0, id_bytes * 8)}`)
    .toString(16)
    .padStart(id_bytes * 2, "0");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
