import { randomUUID } from "node:crypto";
import { DomainError } from "#contract/errors.ts";
import { createJoinToken } from "#server/access/join-token.ts";
import { findShareLink } from "#server/access/open-share-link.ts";
import type { Db } from "#server/db/tables.ts";
import type { Clock } from "#server/system/clock.ts";
import type { Secrets } from "#server/system/secrets.ts";

/**
 * Lets a visitor join through an open link. Nothing is stored: the token contains their first name, which an anonymous
 * circle does not ask for, and lasts until the owner turns the link off. Source: docs/product.md, The share link.
 * @returns the token of their private link
 * @throws DomainError link_not_open, circle_closed, link_full, invite_first_name_missing
 */
export async function joinByLink(
  { db, clock, secrets }: { db: Db; clock: Clock; secrets: Secrets },
  circleId: string,
  typedName: string | undefined,
): Promise<string> {
  const found = await findShareLink(db, circleId, clock.now());
  if (found.mode === "invited") throw new DomainError("link_not_open");
  if (found.mode === "closed") throw new DomainError("circle_closed");
  const { shareLink } = found;
  const firstName = shareLink.is_anonymous ? "" : (typedName ?? "").trim();
  if (!shareLink.is_anonymous && firstName === "") {
    throw new DomainError("invite_first_name_missing", { path: ["first_name"] });
  }
  if (shareLink.is_full) throw new DomainError("link_full");
  return createJoinToken(secrets, shareLink, { id: randomUUID(), first_name: firstName });
}
