import { lockOwnedCircle } from "#server/access/owned-circle.ts";
import type { OwnerId } from "#server/access/owner.ts";
import { requestDiskCleanup } from "#server/db/disk-cleanups.ts";
import type { Db } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { deleteJoins } from "#server/features/invites/share-link/link-queries.ts";
import type { Clock } from "#server/system/clock.ts";
import { setLinkOpen, setLinkRevoked } from "./queries.ts";

/**
 * Opens the share link to anyone, or restricts it to invited people. People who joined through it keep their private
 * links until it is opened again: reopening clears unanswered joins and makes room if the link is full. Source:
 * docs/product.md, The share link.
 * @throws DomainError circle_not_found
 */
export async function switchOpenLink(
  { db, clock }: { db: Db; clock: Clock },
  owner: OwnerId,
  circleId: string,
  open: boolean,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const circle = await lockOwnedCircle(tx, owner, circleId);
    if ((circle.open_link === "open") === open) return;
    if (!open) return setLinkRevoked(tx, circle, clock.now());
    await deleteJoins(tx, circle.id);
    await requestDiskCleanup(tx, clock.now());
    await setLinkOpen(tx, circle, clock.now());
  });
}
