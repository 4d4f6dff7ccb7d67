import { randomBytes } from "node:crypto";
import { joinToken } from "#contract/invites/join-token.ts";

/**
 * A new token for someone who joins through a circle's open link. `circleOfJoinToken` reads the circle's id from it.
 */
export function createJoinToken(circleId: string): string {
  const id = Buffer.from(circleId.replaceAll("-", ""), "hex");
  return Buffer.concat([id, randomBytes(joinToken.secretBytes)]).toString("base64url");
}
