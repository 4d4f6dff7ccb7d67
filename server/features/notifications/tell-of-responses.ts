import { notification_hours } from "#contract/notifications.ts";
import { lockOwner } from "#server/access/profiles.ts";
import type { Tx } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { markTold } from "#server/features/feedback/queries.ts";
import { requestMail } from "#server/mail/request-mail.ts";
import { findAddressFor, type TellingDeps } from "./owner-letters.ts";
import { hasDigestSince, insertTold, listOwnersWithUntold, listUntold } from "./queries.ts";

const hour_ms = 60 * 60 * 1000;

/**
 * Notifies owners of what has become readable since the last notification: for named circles in a digest,
 * immediately but at most once an hour, for an anonymous one at each release. What an owner does not want to be
 * notified of counts as notified. Source: docs/product.md, Emails.
 */
export async function tellOfResponses(deps: TellingDeps): Promise<void> {
  for (const user_id of await listOwnersWithUntold(deps.db)) {
    await inTransaction(deps.db, (tx) => tellOwner(tx, deps, user_id));
  }
}

async function tellOwner(tx: Tx, deps: TellingDeps, user_id: string): Promise<void> {
  if (!(await lockOwner(tx, user_id))) return;
  const untold = await listUntold(tx, user_id);
  const to_address = await findAddressFor(tx, deps, user_id, "notify_responses");
  if (to_address === undefined) return markTold(tx, untold.map(idOf));

  const request = { user_id, to_address, requested_at: deps.clock.now() };
  const released = Map.groupBy(
    untold.filter(({ is_anonymous }) => is_anonymous),
    ({ circle_id }) => circle_id,
  );
  for (const [circle_id, responses] of released) {
    const intent = `release ${circle_id} ${responses.at(-1)?.number}`;
    await requestMail(tx, deps.jobs, { ...request, kind: "release", intent, circle_id });
    await markTold(tx, responses.map(idOf));
  }
  await tellOfNamed(
    tx,
    deps,
    request,
    untold.filter(({ is_anonymous }) => !is_anonymous).map(idOf),
  );
}

async function tellOfNamed(
  tx: Tx,
  { jobs }: TellingDeps,
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
  if (mail_id !== undefined) await insertTold(tx, mail_id, feedback_ids);
  await markTold(tx, feedback_ids);
}

function idOf({ id }: { id: string }): string {
  return id;
}
