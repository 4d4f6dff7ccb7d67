import { notificationHours } from "#contract/notifications.ts";
import { hourMs } from "#contract/values/durations.ts";
import { lockOwner } from "#server/access/profiles.ts";
import type { Tx } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { markNotified } from "#server/features/feedback/queries.ts";
import { requestMail } from "#server/mail/request-mail.ts";
import { findNotificationAddress, type NotificationDeps } from "./notification-address.ts";
import {
  hasDigestSince,
  insertDigestEntries,
  listOwnersToNotify,
  listUnnotified,
} from "./queries.ts";

const batchSize = 200;

/**
 * For named circles at most once an hour, for an anonymous one when it closes. Owners who do not want an email count as
 * notified. Source: docs/product.md, Emails. @returns whether there may be more owners than the batch
 */
export async function notifyOfResponses(deps: NotificationDeps): Promise<boolean> {
  const owners = await listOwnersToNotify(deps.db, {
    digestSince: digestsCountSince(deps.clock.now()),
    limit: batchSize,
  });
  for (const userId of owners) {
    await inTransaction(deps.db, (tx) => notifyOwner(tx, deps, userId));
  }
  return owners.length === batchSize;
}

function digestsCountSince(now: Date): Date {
  return new Date(now.getTime() - notificationHours.digestSpacing * hourMs);
}

async function notifyOwner(tx: Tx, deps: NotificationDeps, userId: string): Promise<void> {
  if (!(await lockOwner(tx, userId))) return;
  const unnotified = await listUnnotified(tx, userId);
  const toAddress = await findNotificationAddress(tx, deps, userId, "notify_responses");
  if (toAddress === undefined) return markNotified(tx, unnotified.map(readId));

  const request = { user_id: userId, to_address: toAddress, requested_at: deps.clock.now() };
  const released = Map.groupBy(
    unnotified.filter(({ is_anonymous }) => is_anonymous),
    ({ circle_id }) => circle_id,
  );
  for (const [circleId, responses] of released) {
    const intent = `release ${circleId}`;
    await requestMail(tx, deps.jobs, { ...request, kind: "release", intent, circle_id: circleId });
    await markNotified(tx, responses.map(readId));
  }
  await notifyOfNamedResponses(
    tx,
    deps,
    request,
    unnotified.filter(({ is_anonymous }) => !is_anonymous).map(readId),
  );
}

async function notifyOfNamedResponses(
  tx: Tx,
  { jobs }: NotificationDeps,
  request: { user_id: string; to_address: string; requested_at: Date },
  feedbackIds: readonly string[],
): Promise<void> {
  const [first] = feedbackIds;
  if (first === undefined) return;
  if (await hasDigestSince(tx, request.user_id, digestsCountSince(request.requested_at))) return;
  const emailId = await requestMail(tx, jobs, {
    ...request,
    kind: "new_responses",
    // A response is reported only once, so the first one identifies the digest.
    intent: `new_responses ${first}`,
  });
  if (emailId !== undefined) await insertDigestEntries(tx, emailId, feedbackIds);
  await markNotified(tx, feedbackIds);
}

function readId({ id }: { id: string }): string {
  return id;
}
