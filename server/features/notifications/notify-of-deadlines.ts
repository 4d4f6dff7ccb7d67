import { notificationHours } from "#contract/notifications.ts";
import { hourMs } from "#contract/values/durations.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { markClosingNotified } from "#server/features/circles/queries.ts";
import { markNotified } from "#server/features/feedback/queries.ts";
import { requestMail } from "#server/mail/request-mail.ts";
import { findNotificationAddress, type NotificationDeps } from "./notification-address.ts";
import {
  deadlineIntent,
  listDeadlinesToRemindOf,
  listUnnotifiedClosings,
  listUnnotifiedOfCircle,
  lockUnnotifiedClosing,
} from "./queries.ts";

/**
 * Notifies owners that a deadline has closed their circle; not if they closed it themselves. The email says
 * what can be read, so it includes what the closing released. Source: docs/product.md, Emails.
 */
export async function notifyOfClosings(deps: NotificationDeps): Promise<void> {
  for (const { id, user_id } of await listUnnotifiedClosings(deps.db)) {
    await inTransaction(deps.db, async (tx) => {
      const circle = await lockUnnotifiedClosing(tx, id);
      if (circle === undefined) return;
      const toAddress = await findNotificationAddress(tx, deps, user_id, "notify_deadlines");
      if (toAddress !== undefined) {
        await requestMail(tx, deps.jobs, {
          kind: "completed",
          intent: `completed ${id} ${circle.closed_at.toISOString()}`,
          user_id,
          circle_id: id,
          to_address: toAddress,
          requested_at: deps.clock.now(),
        });
        await markNotified(tx, await listUnnotifiedOfCircle(tx, id));
      }
      await markClosingNotified(tx, id);
    });
  }
}

/** Reminds owners of a deadline a day before it, once a deadline. Source: docs/product.md, Emails. */
export async function remindOfDeadlines(deps: NotificationDeps): Promise<void> {
  const now = deps.clock.now();
  const hours = notificationHours.deadlineReminder;
  const until = new Date(now.getTime() + hours * hourMs);
  for (const circle of await listDeadlinesToRemindOf(deps.db, { now, until, hours })) {
    await inTransaction(deps.db, async (tx) => {
      const toAddress = await findNotificationAddress(tx, deps, circle.user_id, "notify_deadlines");
      if (toAddress === undefined) return;
      await requestMail(tx, deps.jobs, {
        kind: "deadline_reminder",
        intent: deadlineIntent(circle),
        user_id: circle.user_id,
        circle_id: circle.id,
        to_address: toAddress,
        requested_at: now,
      });
    });
  }
}
