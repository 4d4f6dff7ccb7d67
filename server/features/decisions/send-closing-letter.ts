import type { ClosingParts, Decision } from "#contract/decisions.ts";
import { DomainError } from "#contract/errors.ts";
import { loadOwnedCircle } from "#server/access/owned-circle.ts";
import type { OwnerId } from "#server/access/owner.ts";
import { lockOwner } from "#server/access/profiles.ts";
import { inTransaction } from "#server/db/transactions.ts";
import {
  allowInvitationEmails,
  awaitsOwnerProof,
  type InvitingDeps,
  listEmailedTooRecently,
} from "#server/features/invites/invitation-limits.ts";
import { requestMailToPerson } from "#server/mail/request-mail.ts";
import { listAudience } from "./list-audience.ts";
import { lockDecision, replaceDecision } from "./queries.ts";
import { toDecision } from "./to-decision.ts";

/**
 * Once: a repeated identical call is answered as if it had sent. People who were emailed within the last ten minutes
 * get it once those are over. Source: docs/product.md, Decisions; Emails. @throws DomainError circle_not_found,
 * closing_letter_empty, closing_letter_nobody, closing_letter_sent, invite_mails_exhausted
 */
export async function sendClosingLetter(
  { db, jobs, clock, config, secrets }: InvitingDeps,
  owner: OwnerId,
  circleId: string,
  parts: ClosingParts,
): Promise<Decision> {
  const now = clock.now();
  return inTransaction(db, async (tx) => {
    await lockOwner(tx, owner);
    const circle = await loadOwnedCircle(tx, owner, circleId);
    const before = await lockDecision(tx, circle, now);
    if (before.closing_sent_at !== null) {
      if (!isSame(before.closing, parts)) throw new DomainError("closing_letter_sent");
      return toDecision(circle, before, now);
    }
    if (Object.values(parts).every((part) => part === "")) {
      throw new DomainError("closing_letter_empty");
    }
    const { recipients } = await listAudience(tx, circle);
    if (recipients.length === 0) throw new DomainError("closing_letter_nobody");

    const enabled = config.rateLimits;
    await allowInvitationEmails(tx, owner, recipients.length, { now, enabled });
    const emails = recipients.map(({ email }) => email);
    const tooSoon = await listEmailedTooRecently(tx, owner, emails, { now, enabled, secrets });
    const held = await awaitsOwnerProof(tx, owner, config);
    for (const { id, email } of recipients) {
      await requestMailToPerson(
        tx,
        { jobs, secrets, config },
        {
          kind: "closing_letter",
          intent: `closing_letter ${id}`,
          user_id: owner,
          circle_id: circle.id,
          invite_id: id,
          to_address: email,
          requested_at: now,
          startAfter: tooSoon.get(email),
          held,
        },
      );
    }
    const row = {
      ...before,
      closing: parts,
      closing_sent_at: now,
      closing_sent_count: recipients.length,
      version: before.version + 1,
      updated_at: now,
    };
    await replaceDecision(tx, row);
    return toDecision(circle, row, now);
  });
}

function isSame(one: ClosingParts, other: ClosingParts): boolean {
  return one.heard === other.heard && one.decided === other.decided && one.thanks === other.thanks;
}
