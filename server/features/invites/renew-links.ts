import type { OwnedCircle } from "#server/access/owned-circle.ts";
import type { Tx } from "#server/db/tables.ts";
import { makeInviteToken } from "./add-invites.ts";
import { listAddresses, setInviteToken } from "./queries.ts";

/**
 * Gives everyone of a paraline that becomes anonymous another private link, because its owner may have copied
 * the former ones, and could see by them who has answered. Runs in the caller's transaction. Source:
 * docs/product.md, Anonymity.
 */
export async function renewLinks(tx: Tx, circle: OwnedCircle): Promise<void> {
  for (const { id } of await listAddresses(tx, circle.id)) {
    await setInviteToken(tx, id, makeInviteToken());
  }
}
