import { DomainError } from "#contract/errors.ts";
import { noteErasures } from "#server/access/erasures/note-erasures.ts";
import { lockOwnedCircle } from "#server/access/owned-circle.ts";
import type { OwnerId } from "#server/access/owner.ts";
import { lockOwner } from "#server/access/profiles.ts";
import { requestDiskCleanup } from "#server/db/disk-cleanups.ts";
import type { Db } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import type { Clock } from "#server/system/clock.ts";
import type { Secrets } from "#server/system/secrets.ts";
import { countedSince } from "../invitation-limits.ts";
import { storeRemovedEmails } from "../mail-queries.ts";
import { deleteInvite } from "../queries.ts";
import { findInviteRow } from "./people-queries.ts";
import { alreadyAnsweredError, requireChangeable, requireEnoughPeople } from "./person-rules.ts";

/**
 * Removes a person who has not answered, with their private link. What was emailed to them still counts towards the
 * owner's limits. Source: docs/product.md, Anonymity; Invitations.
 * @throws DomainError invite_not_found, what {@link requireChangeable} throws, circle_mode_needs_three
 */
export async function removeInvite(
  { db, jobs, clock, secrets }: { db: Db; jobs: Jobs; clock: Clock; secrets: Secrets },
  owner: OwnerId,
  inviteId: string,
): Promise<void> {
  const now = clock.now();
  await inTransaction(db, async (tx) => {
    await lockOwner(tx, owner);
    const found = await findInviteRow(tx, owner, inviteId);
    if (found === undefined) throw new DomainError("invite_not_found");
    const circle = await lockOwnedCircle(tx, owner, found.circle_id);
    const person = await findInviteRow(tx, owner, inviteId);
    if (person === undefined) throw new DomainError("invite_not_found");
    await requireChangeable(tx, person);
    await storeRemovedEmails(tx, secrets, owner, { invite_id: person.id }, countedSince(now));
    const removed = await deleteInvite(tx, person.id, { onlyPending: !person.is_anonymous });
    if (!removed) throw alreadyAnsweredError();
    await requireEnoughPeople(tx, circle);
    await noteErasures(tx, secrets, "person", [person.id]);
    await requestDiskCleanup(tx, now);
    await jobs.enqueue(tx, "clear_outbox", {});
  });
}

/** Removes again a person who had been removed and whom a backup has brought back. */
export async function reapplyPersonRemoval(
  { db, clock, secrets }: { db: Db; clock: Clock; secrets: Secrets },
  inviteId: string,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await deleteInvite(tx, inviteId, { onlyPending: false }))) return;
    await noteErasures(tx, secrets, "person", [inviteId]);
    await requestDiskCleanup(tx, clock.now());
  });
}
