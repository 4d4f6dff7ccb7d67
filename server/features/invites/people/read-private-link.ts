import { DomainError } from "#contract/errors.ts";
import { inviteUrl } from "#contract/paths.ts";
import type { OwnerId } from "#server/access/owner.ts";
import type { Db } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { markLinkGiven } from "../queries.ts";
import { findInviteToken } from "./people-queries.ts";

/**
 * One person's private link in a named circle. Opening it shows whether it was used, so in an anonymous circle only the
 * person gets it. Source: docs/product.md, Invitations.
 * @throws DomainError invite_not_found, invite_link_private
 */
export async function readPrivateLink(
  { db, config }: { db: Db; config: { publicUrl: string } },
  owner: OwnerId,
  inviteId: string,
): Promise<string> {
  return inTransaction(db, async (tx) => {
    const found = await findInviteToken(tx, owner, inviteId);
    if (found === undefined) throw new DomainError("invite_not_found");
    if (found.is_anonymous) throw new DomainError("invite_link_private");
    await markLinkGiven(tx, inviteId);
    return inviteUrl(config.publicUrl, found.invite_token);
  });
}
