import { limits } from "#contract/limits.ts";
import { isOpenCircle } from "#server/access/owned-circle.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { requestMail } from "#server/mail/request-mail.ts";
import { countedSince, type InvitingDeps, listTooSoon } from "./invitation-limits.ts";
import { findInvitedPerson, takeLinkRequest } from "./link-queries.ts";
import { countMailsByInvite } from "./mail-queries.ts";

/**
 * Works an address that was typed at a door: if it was invited, asks for a mail with its private link, also to who has
 * declined or answered, since it is they who ask. Never within ten minutes of another mail, nor more than a few a day,
 * so that nobody is pestered by it. It costs the owner nothing of their own measure. Done twice, it sends once.
 * Source: product decisions 2 and 7.
 */
export async function sendPrivateLink(
  { db, jobs, clock, config }: InvitingDeps,
  request_id: string,
): Promise<void> {
  const now = clock.now();
  await inTransaction(db, async (tx) => {
    const request = await takeLinkRequest(tx, request_id);
    if (request === undefined) return;
    const { circle_id, email } = request;
    const person = await findInvitedPerson(tx, circle_id, email);
    if (person === undefined || !isOpenCircle({ ...person, status: person.circle_status }, now)) {
      return;
    }
    const enabled = config.rate_limits;
    if ((await listTooSoon(tx, person.owner_id, [email], { now, enabled })).size > 0) return;
    const sent = await countMailsByInvite(tx, circle_id, "private_link", countedSince(now));
    if (enabled && (sent.get(person.id) ?? 0) >= limits.private_links_a_day) return;
    await requestMail(tx, jobs, {
      kind: "private_link",
      intent: `private_link ${request_id}`,
      user_id: person.owner_id,
      circle_id,
      invite_id: person.id,
      to_address: email,
      requested_at: now,
    });
  });
}
