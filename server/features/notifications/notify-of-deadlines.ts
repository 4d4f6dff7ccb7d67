import { notificationHours } from "#contract/notifications.ts";
import { hourMs } from "#contract/values/durations.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { markClosingNotified } from "#server/features/circles/queries.ts";
import { markNotified } from "#server/features/feedback/queries.ts";
import { requestMail } from "#server/mail/request-mail.ts";
import { findNotificationAddress, type NotificationDeps } from "./notification-address.ts";
import {
  deadlineIntent,
  listDueDeadlines,
  listUnnotifiedClosings,
  listUnnotifiedOfCircle,
  lockUnnotifiedClosing,
} from "./queries.ts";

const batchSize = 200;

/**
 * Unless they closed it themselves. The email includes what the closing released. Source: docs/product.md, Emails.
 * @returns whether there may be more closings than the batch that was reported
 */
export async function notifyOfClosings(deps: NotificationDeps): Promise<boolean> {
  const closings = await listUnnotifiedClosings(deps.db, batchSize);
  for (const { id, user_id } of closings) {
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
  return closings.length === batchSize;
}

/** Source: docs/product.md, Emails. @returns whether there may be more deadlines than the batch that was done */
export async function remindOfDeadlines(deps: NotificationDeps): Promise<boolean> {
  const now = deps.clock.now();
  const hours = notificationHours.deadlineReminder;
  const until = new Date(now.getTime() + hours * hourMs);
  const circles = await listDueDeadlines(deps.db, {
    now,
    until,
    hours,
    onlyProven: !deps.config.onLoopback,
    limit: batchSize,
  });
  for (const circle of circles) {
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
  return circles.length === batchSize;
}
