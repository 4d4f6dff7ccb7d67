import { DomainError } from "#contract/errors.ts";
import { limits } from "#contract/limits.ts";
import { notificationHours } from "#contract/notifications.ts";
import { hourMs } from "#contract/values/durations.ts";
import { findOwnedCircle, isOpenCircle } from "#server/access/owned-circle.ts";
import { type OwnerId, ownerOfRow } from "#server/access/owner.ts";
import { lockOwner } from "#server/access/profiles.ts";
import type { Tx } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { InvitingDeps } from "../invitation-limits.ts";
import {
  countReminders,
  listCirclesToRemind,
  listLastWrittenTo,
  listRemindedByClock,
  reminderByClock,
} from "../mail-queries.ts";
import { hasEveryAnswer, listInviteRows } from "../people/people-queries.ts";
import { mayStillAnswer } from "../people/person-rules.ts";
import { deliveryOf } from "../people/read-invites.ts";
import { requestMails } from "./request-mails.ts";

/**
 * Reminds people who have not answered, two days before the deadline: each person once, none within a day of another
 * email about it, and within the limits of "Send reminder to all". As there, people who have answered an anonymous
 * circle are counted alike, and the job that would send theirs skips it. Source: docs/product.md, Invitations.
 */
export async function remindBeforeDeadlines(deps: InvitingDeps): Promise<void> {
  const now = deps.clock.now();
  const window = {
    now,
    closingUntil: new Date(now.getTime() + notificationHours.pendingReminder * hourMs),
    invitedUntil: new Date(now.getTime() - notificationHours.afterInvitation * hourMs),
  };
  for (const row of await listCirclesToRemind(deps.db, window)) {
    await ignoringExhausted(() =>
      inTransaction(deps.db, (tx) => remindCircle(tx, deps, ownerOfRow(row), row.id, window)),
    );
  }
}

async function remindCircle(
  tx: Tx,
  deps: InvitingDeps,
  owner: OwnerId,
  circleId: string,
  { now, invitedUntil }: { now: Date; invitedUntil: Date },
): Promise<void> {
  await lockOwner(tx, owner);
  const circle = await findOwnedCircle(tx, owner, circleId);
  if (circle === undefined || !isOpenCircle(circle, now)) return;
  if (await hasEveryAnswer(tx, circle)) return;
  const reminded = await listRemindedByClock(tx, circle.id);
  const reminders = await countReminders(tx, circle.id);
  const written = await listLastWrittenTo(tx, circle.id);
  const people = (await listInviteRows(tx, circle))
    .filter(mayStillAnswer)
    .filter((person) => deliveryOf(person) === "sent")
    .filter(({ id }) => !reminded.has(id))
    .filter(({ id }) => (reminders.get(id) ?? 0) < limits.remindersMax)
    .filter(({ id }) => (written.get(id) ?? now) <= invitedUntil);
  await requestMails(tx, deps, owner, circle, "reminder", people, reminderByClock);
}

/** When an owner has used up the daily limit, their people are reminded as soon as it allows. */
async function ignoringExhausted(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof DomainError && error.code === "invite_mails_exhausted") return;
    throw error;
  }
}
