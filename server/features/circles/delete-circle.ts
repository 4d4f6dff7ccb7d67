import { DomainError } from "#contract/errors.ts";
import { noteErasures } from "#server/access/erasures/note-erasures.ts";
import { findCircleOfOwner, lockOwnedCircle } from "#server/access/owned-circle.ts";
import { type OwnerId, ownerOfRow } from "#server/access/owner.ts";
import { lockOwner } from "#server/access/profiles.ts";
import { requestDiskCleanup } from "#server/db/disk-cleanups.ts";
import type { Db } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { CoverStore } from "#server/features/covers/cover-store.ts";
import {
  removeReplacedCover,
  requestCoverCleanup,
} from "#server/features/covers/remove-replaced-cover.ts";
import { countedSince } from "#server/features/invites/invitation-limits.ts";
import { storeRemovedEmails } from "#server/features/invites/mail-queries.ts";
import { deleteInvites } from "#server/features/invites/queries.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import type { Clock } from "#server/system/clock.ts";
import type { Secrets } from "#server/system/secrets.ts";
import { deleteCircleRow } from "./queries.ts";

/** Deletes again a circle that had been deleted and that a backup has brought back. */
export async function reapplyCircleDeletion(
  { db, covers, clock, secrets }: { db: Db; covers: CoverStore; clock: Clock; secrets: Secrets },
  circleId: string,
): Promise<void> {
  const circle = await findCircleOfOwner(db, circleId);
  if (circle === undefined) return;
  const { cover_image_url: coverImageUrl } = circle;
  const owner = ownerOfRow(circle);
  await inTransaction(db, async (tx) => {
    await deleteInvites(tx, circle);
    await deleteCircleRow(tx, circle);
    if (coverImageUrl !== null) await requestCoverCleanup(tx, owner, coverImageUrl);
    await noteErasures(tx, secrets, "circle", [circle.id]);
    await requestDiskCleanup(tx, clock.now());
  });
  if (coverImageUrl !== null)
    await removeReplacedCover({ db, covers, clock }, owner, coverImageUrl);
}

/**
 * Deletes a circle with its people, links, answers, emails and cover. Its emails still count towards the owner's
 * daily limit. Source: docs/product.md, The life of a paraline.
 * @param typed the title, typed by the owner so that nothing is deleted by mistake
 * @throws DomainError circle_not_found, circle_title_differs
 */
export async function deleteCircle(
  {
    db,
    jobs,
    covers,
    clock,
    secrets,
  }: { db: Db; jobs: Jobs; covers: CoverStore; clock: Clock; secrets: Secrets },
  owner: OwnerId,
  circleId: string,
  typed: string,
): Promise<void> {
  const coverImageUrl = await inTransaction(db, async (tx) => {
    await lockOwner(tx, owner);
    const circle = await lockOwnedCircle(tx, owner, circleId);
    if (typed !== circle.title) {
      throw new DomainError("circle_title_differs", { path: ["title"] });
    }
    const since = countedSince(clock.now());
    await storeRemovedEmails(tx, secrets, owner, { circle_id: circle.id }, since);
    // People are deleted first: a submission locks its invite before the circle, and the opposite order could deadlock.
    await deleteInvites(tx, circle);
    await deleteCircleRow(tx, circle);
    if (circle.cover_image_url !== null)
      await requestCoverCleanup(tx, owner, circle.cover_image_url);
    await noteErasures(tx, secrets, "circle", [circle.id]);
    await requestDiskCleanup(tx, clock.now());
    await jobs.enqueue(tx, "clear_outbox", {});
    // Otherwise a checkout that would unlock it could still be paid.
    await jobs.enqueue(
      tx,
      "expire_obsolete_checkouts",
      { user_id: owner },
      { singletonKey: owner },
    );
    return circle.cover_image_url;
  });
  if (coverImageUrl !== null)
    await removeReplacedCover({ db, covers, clock }, owner, coverImageUrl);
}
