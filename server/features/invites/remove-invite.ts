import { DomainError } from "#contract/errors.ts";
import { lockOwnedCircle } from "#server/access/owned-circle.ts";
import type { OwnerId } from "#server/access/owner.ts";
import type { Clock } from "#server/clock.ts";
import type { Db } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { countedSince } from "./invitation-limits.ts";
import { lockOwner, rememberRemovedMails } from "./mail-queries.ts";
import { hasAnswered, requireChangeable } from "./person-rules.ts";
import { deleteInvite, findInviteRow } from "./queries.ts";

/**
 * Removes a person who has not answered, with their private link. What was mailed to them goes on counting against the
 * owner's measure. Source: product decisions 1 and 4.
 * @throws DomainError invite_not_found, and what {@link requireChangeable} throws
 */
export async function removeInvite(
  { db, clock }: { db: Db; clock: Clock },
  owner: OwnerId,
  invite_id: string,
): Promise<void> {
  const now = clock.now();
  await inTransaction(db, async (tx) => {
    await lockOwner(tx, owner);
    const found = await findInviteRow(tx, owner, invite_id, now);
    if (found === undefined) throw new DomainError("invite_not_found");
    await lockOwnedCircle(tx, owner, found.circle_id);
    const person = await findInviteRow(tx, owner, invite_id, now);
    if (person === undefined) throw new DomainError("invite_not_found");
    requireChangeable(person);
    await rememberRemovedMails(tx, owner, { invite_id: person.id }, countedSince(now));
    const removed = await deleteInvite(tx, person.id, { only_pending: !person.is_anonymous });
    if (!removed) throw hasAnswered();
  });
}
