import { DomainError } from "#contract/errors.ts";
import type { QueuedEmails } from "#contract/invites/invites.ts";
import { limits } from "#contract/limits.ts";
import { findCircleOfOwner, isOpenCircle, loadOwnedCircle } from "#server/access/owned-circle.ts";
import { type OwnerId, ownerOfRow } from "#server/access/owner.ts";
import { lockOwner } from "#server/access/profiles.ts";
import type { Tx } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { InvitingDeps } from "../invitation-limits.ts";
import { countReminders } from "../mail-queries.ts";
import { hasEveryAnswer } from "../people/people-queries.ts";
import { listReachable } from "../people/person-rules.ts";
import { requestEmails } from "./request-emails.ts";

/**
 * "Send reminder to all": requests a reminder for everyone whose invitation was delivered and who may still answer, at
 * most three per person if limits apply. In an anonymous circle that includes people who have answered, so that no email
 * shows who has. Source: docs/product.md, Invitations; Anonymity.
 * @throws DomainError circle_not_found, circle_closed, invite_mails_exhausted
 */
export async function remindPeople(
  deps: InvitingDeps,
  owner: OwnerId,
  circleId: string,
): Promise<QueuedEmails> {
  const now = deps.clock.now();
  return inTransaction(deps.db, async (tx) => {
    await lockOwner(tx, owner);
    const circle = await loadOwnedCircle(tx, owner, circleId);
    if (!isOpenCircle(circle, now)) throw new DomainError("circle_closed");
    if (await hasEveryAnswer(tx, circle)) {
      return { queued_count: 0, too_soon_count: 0, opted_out_count: 0 };
    }
    const reminders = await countReminders(tx, circle.id);
    const people = (await listReachable(tx, circle)).filter(
      ({ id }) => !deps.config.rateLimits || (reminders.get(id) ?? 0) < limits.remindersMax,
    );
    return requestEmails(tx, deps, owner, circle, "reminder", people);
  });
}

/**
 * Reminds everyone who was asked in an anonymous circle whose deadline was just extended, whatever limits the owner has
 * used up. Runs in the transaction that extends it. Source: docs/product.md, Anonymity.
 */
export async function remindOfExtension(
  tx: Tx,
  deps: InvitingDeps,
  circleId: string,
): Promise<void> {
  const circle = await findCircleOfOwner(tx, circleId);
  if (circle === undefined) return;
  const people = await listReachable(tx, circle);
  await requestEmails(tx, deps, ownerOfRow(circle), circle, "reminder", people, {
    intentFor: (id) => `reminder of_extension ${id}`,
    isLimited: false,
  });
}
