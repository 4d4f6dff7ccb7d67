import { randomBytes } from "node:crypto";

/** More than the 128 bits that cannot be guessed. */
const secret_bytes = 24;
const id_bytes = 16;

/**
 * The token of somebody who comes by a paraline's open link. It begins with the paraline's id, which they know, so that
 * one that was not kept is still known for what it was, and its holder can be led back to the link.
 */
export function makeJoinToken(circle_id: string): string {
  const id = Buffer.from(circle_id.replaceAll("-", ""), "hex");
  return Buffer.concat([id, randomBytes(secret_bytes)]).toString("base64url");
}

/** The paraline by whose link somebody with this token came; undefined for a token of any other kind. */
export function circleOfJoinToken(invite_token: string): string | undefined {
  const bytes = Buffer.from(invite_token, "base64url");
  if (bytes.length !== id_bytes + secret_bytes) return undefined;
  const hex = bytes.toString("hex", 0, id_bytes);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
