import type { OwnedCircle } from "#server/access/owned-circle.ts";
import type { Tx } from "#server/db/tables.ts";
import { clearRevertedDeclines, listAddresses, setInviteToken } from "../queries.ts";
import { createInviteToken } from "./add-invites.ts";

/**
 * Gives everyone in a circle that becomes anonymous a new private link, because its owner may have copied the old
 * links, and could use them to see who has answered. People who declined and took it back are asked like everyone else.
 * Runs in the caller's transaction. Source: docs/product.md, Anonymity.
 */
export async function renewLinks(tx: Tx, circle: OwnedCircle): Promise<void> {
  await clearRevertedDeclines(tx, circle.id);
  for (const { id } of await listAddresses(tx, circle.id)) {
    await setInviteToken(tx, id, createInviteToken());
  }
}
