import { joinCircleBytes } from "#contract/invites/join-token.ts";
import { openToken, type Secrets, sealToken } from "#server/system/secrets.ts";

/** Somebody who came through a circle's open link. Nothing is stored about them before they submit. */
export interface Join {
  /** The id of the invite that their submission stores. */
  id: string;
  /** Empty in an anonymous circle. */
  first_name: string;
}

/** A circle's open link, as it was turned on once. A join ends when the link is turned off. */
interface LinkOpening {
  circle_id: string;
  link_openings: number;
}

const idBytes = 16;

/**
 * The token of somebody who comes through an open link. It contains the join, encrypted, so that nothing need be stored
 * for it, and no address shows it. `circleOfJoinToken` reads the circle's id from it.
 */
export function createJoinToken(secrets: Secrets, opening: LinkOpening, join: Join): string {
  const content = Buffer.concat([parseUuidBytes(join.id), Buffer.from(join.first_name)]);
  const sealed = Buffer.from(
    sealToken(secrets, content, createSealingContext(opening)),
    "base64url",
  );
  return Buffer.concat([parseUuidBytes(opening.circle_id), sealed]).toString("base64url");
}

/** What such a token contains; undefined if this server did not make it while this opening of the link lasted. */
export function openJoinToken(
  secrets: Secrets,
  inviteToken: string,
  opening: LinkOpening,
): Join | undefined {
  const bytes = Buffer.from(inviteToken, "base64url");
  // Another spelling of the same bytes would not be found as an invite that is stored by now.
  if (bytes.toString("base64url") !== inviteToken) return undefined;
  const sealed = bytes.subarray(joinCircleBytes).toString("base64url");
  const content = openToken(secrets, sealed, createSealingContext(opening));
  if (content === undefined) return undefined;
  const hex = content.subarray(0, idBytes).toString("hex");
  return {
    id: hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-"),
    first_name: content.subarray(idBytes).toString(),
  };
}

function createSealingContext({ circle_id, link_openings }: LinkOpening): string {
  return `join through opening ${link_openings} of the link of ${circle_id}`;
}

function parseUuidBytes(uuid: string): Buffer {
  return Buffer.from(uuid.replaceAll("-", ""), "hex");
}
