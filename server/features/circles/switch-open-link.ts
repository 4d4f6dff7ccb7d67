import { lockOwnedCircle } from "#server/access/owned-circle.ts";
import type { OwnerId } from "#server/access/owner.ts";
import type { Db } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { Clock } from "#server/system/clock.ts";
import { setLinkOpen, setLinkRevoked } from "./queries.ts";

/**
 * Opens the share link to anyone, or restricts it to invited people, which ends the joins that were not submitted.
 * Reopening makes room if the link is full. Source: docs/product.md, The share link.
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
    await (open ? setLinkOpen : setLinkRevoked)(tx, circle, clock.now());
  });
}
