import { DomainError } from "#contract/errors.ts";
import { inviteUrl } from "#contract/paths.ts";
import { fixCircle } from "#server/access/fix-circle.ts";
import type { OwnerId } from "#server/access/owner.ts";
import type { Db } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { Clock } from "#server/system/clock.ts";
import { markLinkGiven } from "../queries.ts";
import { findInviteToken } from "./people-queries.ts";

/**
 * One person's private link in a named circle, which stays named from then on. Opening it shows whether it was used, so
 * in an anonymous circle only the person gets it. Source: docs/product.md, Invitations.
 * @throws DomainError invite_not_found, invite_link_private
 */
export async function readPrivateLink(
  { db, clock, config }: { db: Db; clock: Clock; config: { publicUrl: string } },
  owner: OwnerId,
  inviteId: string,
): Promise<string> {
  return inTransaction(db, async (tx) => {
    const found = await findInviteToken(tx, owner, inviteId);
    if (found === undefined) throw new DomainError("invite_not_found");
    await fixCircle(tx, found.circle_id, clock.now());
    // It may have become anonymous just before that.
    if ((await findInviteToken(tx, owner, inviteId))?.is_anonymous !== false) {
      throw new DomainError("invite_link_private");
    }
    await markLinkGiven(tx, inviteId);
    return inviteUrl(config.publicUrl, found.invite_token);
  });
}
