import { DomainError } from "#contract/errors.ts";
import { limits } from "#contract/limits.ts";
import { isOpenCircle } from "#server/access/owned-circle.ts";
import type { OwnerId } from "#server/access/owner.ts";
import { findOwner } from "#server/access/profiles.ts";
import type { Clock } from "#server/clock.ts";
import type { Db } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import { isOptedOut } from "#server/mail/opt-outs.ts";
import { requestMail } from "#server/mail/request-mail.ts";
import { allowInvitationMails } from "./invitation-limits.ts";
import { findLastInvitationMail, findOwnInvite } from "./queries.ts";

/**
 * Asks for one more mail with a person's private link. In an anonymous paraline everything here goes the same way
 * whether or not they have answered: the mail is recorded and counted, and only the job that would send it skips
 * those who have. Source: product decisions 4 and 7.
 * @returns the address it goes to
 * @throws DomainError invite_not_found, circle_closed, invite_completed (named paralines), invite_declined_no_mail,
 * invite_unsubscribed, invite_waits_for_owner, invite_resend_too_soon, invite_mails_exhausted
 */
export async function resendInvite(
  deps: {
    db: Db;
    jobs: Jobs;
    clock: Clock;
    config: { rate_limits: boolean; on_loopback: boolean };
  },
  owner: OwnerId,
  invite_id: string,
): Promise<string> {
  const { db, jobs, clock, config } = deps;
  const now = clock.now();
  return inTransaction(db, async (tx) => {
    const invite = await findOwnInvite(tx, owner, invite_id);
    if (invite?.email == null) throw new DomainError("invite_not_found");
    const { email } = invite;

    if (!isOpenCircle({ status: invite.circle_status, closes_at: invite.closes_at }, now)) {
      throw new DomainError("circle_closed");
    }
    if (invite.status === "declined") throw new DomainError("invite_declined_no_mail");
    if (invite.status === "completed" && !invite.is_anonymous) {
      throw new DomainError("invite_completed", {
        message: "They have already shared their reflections.",
      });
    }
    if (await isOptedOut(tx, email, owner)) throw new DomainError("invite_unsubscribed");

    await allowInvitationMails(tx, owner, 1, { now, enabled: config.rate_limits });
    const last = await findLastInvitationMail(tx, owner, email);
    if (last?.state === "waiting") throw new DomainError("invite_waits_for_owner");
    if (last && config.rate_limits) refuseTooSoon(last.created_at, now);

    const account = await findOwner(tx, owner);
    await requestMail(tx, jobs, {
      kind: "invitation_again",
      intent: `invitation_again ${invite.id} ${crypto.randomUUID()}`,
      user_id: owner,
      circle_id: invite.circle_id,
      invite_id: invite.id,
      to_address: email,
      requested_at: now,
      held: !config.on_loopback && account?.email_proven_at == null,
    });
    return email;
  });
}

function refuseTooSoon(last: Date, now: Date): void {
  const free_at = last.getTime() + limits.mail_spacing_minutes * 60_000;
  if (free_at <= now.getTime()) return;
  throw new DomainError("invite_resend_too_soon", {
    retry_after_seconds: Math.ceil((free_at - now.getTime()) / 1000),
  });
}
