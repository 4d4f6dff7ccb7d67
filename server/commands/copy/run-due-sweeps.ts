import { closeDueCircles } from "#server/features/circles/close-circle.ts";
import { sendReviewReminders } from "#server/features/decisions/send-review-reminders.ts";
import { remindBatch } from "#server/features/invites/emails/remind-before-deadlines.ts";
import {
  notifyOfClosings,
  remindOfDeadlines,
} from "#server/features/notifications/notify-of-deadlines.ts";
import { notifyOfResponses } from "#server/features/notifications/notify-of-responses.ts";
import { sendWeeklySummaries } from "#server/features/notifications/send-weekly-summaries.ts";

type Deps = Parameters<typeof closeDueCircles>[0] &
  Parameters<typeof remindBatch>[0] &
  Parameters<typeof sendReviewReminders>[0];

/** The emails are only queued, so that they can be given up: the server that made the backup has probably sent them. */
export async function runDueSweeps(deps: Deps): Promise<void> {
  // Closings come first, because owners are notified of them.
  while (await closeDueCircles(deps));
  while (await notifyOfClosings(deps));
  while (await notifyOfResponses(deps));
  while (await remindOfDeadlines(deps));
  while (await sendWeeklySummaries(deps));
  while (await sendReviewReminders(deps));
  let next = await remindBatch(deps);
  while (next !== undefined) next = await remindBatch(deps, next);
}
