import { DomainError } from "#contract/errors.ts";
import type { QueuedEmails } from "#contract/invites/invites.ts";
import { isOpenCircle, loadOwnedCircle } from "#server/access/owned-circle.ts";
import type { OwnerId } from "#server/access/owner.ts";
import { lockOwner } from "#server/access/profiles.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { InvitingDeps } from "../invitation-limits.ts";
import { listInviteRows } from "../people/people-queries.ts";
import { mayStillAnswer, requireEnoughPeople } from "../people/person-rules.ts";
import { findDelivery } from "../people/read-invites.ts";
import { requestEmails } from "./request-emails.ts";

/**
 * "Email invites": requests the invitation of everyone who has not been emailed yet, or whose email could not be
 * delivered. In an anonymous circle this depends only on what the owner sees, not on who has answered. Source:
 * docs/product.md, Invitations.
 * @throws DomainError circle_not_found, circle_closed, circle_mode_needs_three, invite_mails_exhausted
 */
export async function sendInvitations(
  deps: InvitingDeps,
  owner: OwnerId,
  circleId: string,
): Promise<QueuedEmails> {
  const now = deps.clock.now();
  return inTransaction(deps.db, async (tx) => {
    await lockOwner(tx, owner);
    const circle = await loadOwnedCircle(tx, owner, circleId);
    if (!isOpenCircle(circle, now)) throw new DomainError("circle_closed");
    await requireEnoughPeople(tx, circle);
    const people = (await listInviteRows(tx, circle))
      .filter(mayStillAnswer)
      .filter((person) => ["none", "failed"].includes(findDelivery(person)));
    return requestEmails(tx, deps, owner, circle, "invitation", people);
  });
}
