import { notification_hours } from "#contract/notifications.ts";
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

const hour_ms = 60 * 60 * 1000;

/**
 * Notifies owners of what has become readable since the last notification: for named circles in a digest,
 * immediately but at most once an hour, for an anonymous one at each release. What an owner does not want to be
 * notified of counts as notified. Source: docs/product.md, Emails.
 */
export async function notifyOfResponses(deps: NotificationDeps): Promise<void> {
  for (const user_id of await listOwnersToNotify(deps.db)) {
    await inTransaction(deps.db, (tx) => notifyOwner(tx, deps, user_id));
  }
}

async function notifyOwner(tx: Tx, deps: NotificationDeps, user_id: string): Promise<void> {
  if (!(await lockOwner(tx, user_id))) return;
  const unnotified = await listUnnotified(tx, user_id);
  const to_address = await findNotificationAddress(tx, deps, user_id, "notify_responses");
  if (to_address === undefined) return markNotified(tx, unnotified.map(idOf));

  const request = { user_id, to_address, requested_at: deps.clock.now() };
  const released = Map.groupBy(
    unnotified.filter(({ is_anonymous }) => is_anonymous),
    ({ circle_id }) => circle_id,
  );
  for (const [circle_id, responses] of released) {
    const intent = `release ${circle_id} ${responses.at(-1)?.number}`;
    await requestMail(tx, deps.jobs, { ...request, kind: "release", intent, circle_id });
    await markNotified(tx, responses.map(idOf));
  }
  await notifyOfNamedResponses(
    tx,
    deps,
    request,
    unnotified.filter(({ is_anonymous }) => !is_anonymous).map(idOf),
  );
}

async function notifyOfNamedResponses(
  tx: Tx,
  { jobs }: NotificationDeps,
  request: { user_id: string; to_address: string; requested_at: Date },
  feedback_ids: readonly string[],
): Promise<void> {
  const [first] = feedback_ids;
  if (first === undefined) return;
  const since = new Date(
    request.requested_at.getTime() - notification_hours.digest_spacing * hour_ms,
  );
  if (await hasDigestSince(tx, request.user_id, since)) return;
  const mail_id = await requestMail(tx, jobs, {
    ...request,
    kind: "new_responses",
    // A response is reported only once, so the first one identifies the digest.
    intent: `new_responses ${first}`,
  });
  if (mail_id !== undefined) await insertDigestEntries(tx, mail_id, feedback_ids);
  await markNotified(tx, feedback_ids);
}

function idOf({ id }: { id: string }): string {
  return id;
}
