import { dayIn } from "#contract/values/days.ts";
import { findInvite, type OpenInvite } from "#server/access/open-invite.ts";
import type { Tx } from "#server/db/tables.ts";
import type { Secrets } from "#server/system/secrets.ts";
import { insertInvites } from "../queries.ts";
import { isSubmittedByLink, lockLink } from "./link-queries.ts";

/**
 * Stores the invite of somebody who came through the open link, in the transaction of their submission. `refused`: the
 * link can no longer be answered, or this join has been. `submitted_before`: the submission with this key was stored
 * when it was sent through another join. Locks the circle's row.
 */
export async function storeJoin(
  tx: Tx,
  secrets: Secrets,
  invite: OpenInvite,
  submissionKey: string,
  now: Date,
): Promise<"stored" | "refused" | "submitted_before"> {
  const { id, invite_token, circle_id, owner_id, joinedAs, circle, time_zone } = invite;
  await lockLink(tx, circle_id);
  if (await isSubmittedByLink(tx, circle_id, submissionKey)) return "submitted_before";
  // It was read before the lock. By now it may be turned off, full or answered.
  const found = await findInvite({ db: tx, secrets }, invite_token, now);
  if (found.state !== "open") return "refused";
  const person = { id, first_name: joinedAs ?? "", last_name: null, email: null, invite_token };
  // In an anonymous circle, nothing that is stored says at what time somebody answered.
  const createdAt = circle.is_anonymous ? new Date(dayIn(time_zone, now)) : now;
  const place = { circle_id, user_id: owner_id };
  await insertInvites(tx, place, [{ ...person, source: "link" }], createdAt);
  return "stored";
}
