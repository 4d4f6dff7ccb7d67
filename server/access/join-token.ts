import { randomBytes } from "node:crypto";
import { join_token } from "#contract/join-token.ts";

/** A new token for someone joining through a circle's open link; `circleOfJoinToken` reads the circle's id from it. */
export function createJoinToken(circle_id: string): string {
  const id = Buffer.from(circle_id.replaceAll("-", ""), "hex");
  return Buffer.concat([id, randomBytes(join_token.secret_bytes)]).toString("base64url");
}
