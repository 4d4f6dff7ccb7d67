import { DomainError } from "#contract/errors.ts";
import { limits } from "#contract/limits.ts";
import { notificationHours } from "#contract/notifications.ts";
import { hourMs } from "#contract/values/durations.ts";
import { findOwnedCircle, isOpenCircle } from "#server/access/owned-circle.ts";
import { type OwnerId, ownerOfRow } from "#server/access/owner.ts";
import { lockOwner } from "#server/access/profiles.ts";
import type { Tx } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { JobPayloads } from "#server/jobs/kinds.ts";
import type { InvitingDeps } from "../invitation-limits.ts";
import {
  automaticReminderIntent,
  countReminders,
  listAutomaticallyReminded,
  listCirclesToRemind,
  listLastWrittenTo,
} from "../mail-queries.ts";
import { hasEveryAnswer } from "../people/people-queries.ts";
import { listReachable } from "../people/person-rules.ts";
import { requestEmails } from "./request-emails.ts";

const batchSize = 200;

/**
 * Reminds people two days before the deadline: each person once, not within a day of another email about it, and within
 * the limits of "Send reminder to all". As there, people who have answered an anonymous circle are reminded like the
 * others. Source: docs/product.md, Invitations.
 *
 * It goes through the circles in the order of their deadlines, a batch at a time, and enqueues the job for the next
 * batch.
 * @param after where the previous batch ended
 */
export async function remindBeforeDeadlines(
  deps: InvitingDeps,
  after?: JobPayloads["remind_further_people"],
): Promise<void> {
  const next = await remindBatch(deps, after);
  if (next === undefined) return;
  await inTransaction(deps.db, (tx) =>
    // Only one such job waits at a time. If there are two runs, the waiting job also does what the other one would.
    deps.jobs.enqueue(tx, "remind_further_people", next, { singletonKey: "next" }),
  );
}

/**
 * Reminds the people of one batch of circles.
 * @returns where it ended; undefined after the last one
 */
export async function remindBatch(
  deps: InvitingDeps,
  after?: JobPayloads["remind_further_people"],
): Promise<JobPayloads["remind_further_people"] | undefined> {
  const now = deps.clock.now();
  const window = {
    now,
    closingUntil: new Date(now.getTime() + notificationHours.pendingReminder * hourMs),
    invitedUntil: new Date(now.getTime() - notificationHours.afterInvitation * hourMs),
  };
  const circles = await listCirclesToRemind(deps.db, { ...window, after, limit: batchSize });
  for (const row of circles) {
    await ignoringExhausted(() =>
      inTransaction(deps.db, (tx) => remindCircle(tx, deps, ownerOfRow(row), row.id, window)),
    );
  }
  const last = circles.at(-1);
  if (last === undefined || circles.length < batchSize) return undefined;
  return { closes_at: last.closes_at.toISOString(), circle_id: last.id };
}

async function remindCircle(
  tx: Tx,
  deps: InvitingDeps,
  owner: OwnerId,
  circleId: string,
  { now, invitedUntil }: { now: Date; invitedUntil: Date },
): Promise<void> {
  await lockOwner(tx, owner);
  const circle = await findOwnedCircle(tx, owner, circleId, "any");
  if (circle === undefined || !isOpenCircle(circle, now)) return;
  if (await hasEveryAnswer(tx, circle)) return;
  const reminded = await listAutomaticallyReminded(tx, circle.id);
  const reminders = await countReminders(tx, circle.id);
  const written = await listLastWrittenTo(tx, circle.id);
  const people = (await listReachable(tx, circle))
    .filter(({ id }) => !reminded.has(id))
    .filter(({ id }) => (reminders.get(id) ?? 0) < limits.remindersMax)
    .filter(({ id }) => (written.get(id) ?? now) <= invitedUntil);
  await requestEmails(tx, deps, owner, circle, "reminder", people, {
    intentFor: automaticReminderIntent,
  });
}

/** Ignores that an owner has used up the daily limit: their people are reminded as soon as it allows. */
async function ignoringExhausted(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof DomainError && error.code === "invite_mails_exhausted") return;
    throw error;
  }
}
