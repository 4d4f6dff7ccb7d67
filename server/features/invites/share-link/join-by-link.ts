import { randomUUID } from "node:crypto";
import { DomainError } from "#contract/errors.ts";
import { createJoinToken } from "#server/access/join-token.ts";
import { findShareLink } from "#server/access/open-share-link.ts";
import type { Db } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { Clock } from "#server/system/clock.ts";
import { insertInvites } from "../queries.ts";
import { deleteOldJoins, takesAnswersByLink } from "./link-queries.ts";

/**
 * Lets a visitor join through an open link: creates an invite without an address and, in an anonymous circle, without a
 * name. At most 50 people can answer through one link; of unanswered joins, the oldest expire. Source: docs/product.md,
 * The share link.
 * @returns the token of their private link
 * @throws DomainError link_not_open, circle_closed, link_full, invite_first_name_missing
 */
export async function joinByLink(
  { db, clock }: { db: Db; clock: Clock },
  circleId: string,
  typedName: string | undefined,
): Promise<string> {
  const now = clock.now();
  return inTransaction(db, async (tx) => {
    const found = await findShareLink(tx, circleId, now, { lock: true });
    if (found.mode === "invited") throw new DomainError("link_not_open");
    if (found.mode === "closed") throw new DomainError("circle_closed");
    const { shareLink } = found;
    const firstName = shareLink.is_anonymous ? "" : (typedName ?? "").trim();
    if (!shareLink.is_anonymous && firstName === "") {
      throw new DomainError("invite_first_name_missing", { path: ["first_name"] });
    }
    if (!(await takesAnswersByLink(tx, shareLink.circle_id))) throw new DomainError("link_full");
    const inviteToken = createJoinToken(shareLink.circle_id);
    const invite = {
      id: randomUUID(),
      first_name: firstName,
      last_name: null,
      email: null,
      invite_token: inviteToken,
    };
    await insertInvites(tx, shareLink.circle_id, [{ ...invite, source: "link" }], now);
    await deleteOldJoins(tx, shareLink.circle_id);
    return inviteToken;
  });
}
