import { limits } from "#contract/limits.ts";
import { isOpenCircle } from "#server/access/owned-circle.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { requestMailToPerson } from "#server/mail/request-mail.ts";
import { countedSince, type InvitingDeps, spacingMs } from "../invitation-limits.ts";
import { findInvitedPerson, listPrivateLinkEmails, takeLinkRequest } from "./link-queries.ts";

/**
 * Processes an address typed on a share-link page. If it was invited, requests an email with its private link, whatever
 * the person has done with it. It has limits of its own, so that neither these emails nor the owner's reveal the other.
 * Idempotent. Source: docs/product.md, The share link.
 */
export async function sendPrivateLink(
  { db, jobs, clock, config, secrets }: InvitingDeps,
  requestId: string,
): Promise<void> {
  const now = clock.now();
  await inTransaction(db, async (tx) => {
    const request = await takeLinkRequest(tx, requestId);
    if (request === undefined) return;
    const { circle_id, email } = request;
    const person = await findInvitedPerson(tx, circle_id, email);
    if (person === undefined || !isOpenCircle({ ...person, status: person.circle_status }, now)) {
      return;
    }
    const emailed = await listPrivateLinkEmails(tx, person.id, countedSince(now));
    if (config.rateLimits && exceedsMailLimit(emailed, now)) return;
    await requestMailToPerson(
      tx,
      { jobs, secrets, config },
      {
        kind: "private_link",
        intent: `private_link ${requestId}`,
        user_id: person.owner_id,
        circle_id,
        invite_id: person.id,
        to_address: email,
        requested_at: now,
      },
    );
  });
}

function exceedsMailLimit(emailed: readonly Date[], now: Date): boolean {
  if (emailed.length >= limits.privateLinksADay) return true;
  return emailed.some((at) => now.getTime() - at.getTime() < spacingMs);
}
