import { DomainError } from "#contract/errors.ts";
import { limits } from "#contract/limits.ts";
import { isOpenCircle } from "#server/access/owned-circle.ts";
import type { OwnerId } from "#server/access/owner.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { isOptedOut } from "#server/mail/opt-outs.ts";
import { requestMailToPerson } from "#server/mail/request-mail.ts";
import {
  allowInvitationEmails,
  awaitsOwnerProof,
  type InvitingDeps,
  listEmailedTooRecently,
} from "../invitation-limits.ts";
import { countInvitations, hasDeliveredEmail, isLastEmailWaiting } from "../mail-queries.ts";
import { findOwnInvite } from "../people/people-queries.ts";
import { alreadyAnsweredError, requireEnoughPeople } from "../people/person-rules.ts";

/**
 * Requests one more email with a person's private link; the invitation, if no email has reached them yet. In an anonymous
 * circle it is sent whether or not they have answered. Source: docs/product.md, Invitations; Anonymity.
 * @returns the address that the email is sent to
 * @throws DomainError invite_not_found, circle_closed, circle_mode_needs_three, invite_completed (named circles),
 * invite_declined_no_mail, invite_unsubscribed, invite_waits_for_owner, invite_resend_too_soon,
 * invite_resends_exhausted, invite_mails_exhausted, invite_address_exhausted
 */
export async function resendInvite(
  { db, jobs, clock, config, secrets }: InvitingDeps,
  owner: OwnerId,
  inviteId: string,
): Promise<string> {
  const now = clock.now();
  return inTransaction(db, async (tx) => {
    const invite = await findOwnInvite(tx, owner, inviteId);
    if (invite?.email == null) throw new DomainError("invite_not_found");
    const { email } = invite;

    if (!isOpenCircle({ status: invite.circle_status, closes_at: invite.closes_at }, now)) {
      throw new DomainError("circle_closed");
    }
    await requireEnoughPeople(tx, { ...invite, id: invite.circle_id });
    if (invite.status === "declined") throw new DomainError("invite_declined_no_mail");
    if (invite.status === "completed" && !invite.is_anonymous) {
      throw alreadyAnsweredError();
    }
    if (await isOptedOut(tx, email, owner)) throw new DomainError("invite_unsubscribed");

    const enabled = config.rateLimits;
    await allowInvitationEmails(tx, owner, 1, { now, enabled });
    if (enabled && (await countInvitations(tx, { ...invite, email })) > limits.resendsMax) {
      throw new DomainError("invite_resends_exhausted");
    }
    if (await isLastEmailWaiting(tx, owner, email)) throw new DomainError("invite_waits_for_owner");
    const freeAt = (
      await listEmailedTooRecently(tx, owner, [email], { now, enabled, secrets })
    ).get(email);
    if (freeAt !== undefined) {
      throw new DomainError("invite_resend_too_soon", {
        retry_after_seconds: Math.ceil((freeAt.getTime() - now.getTime()) / 1000),
      });
    }
    const hasMail = await hasDeliveredEmail(tx, { id: invite.id, email });
    const kind = hasMail ? "invitation_again" : "invitation";
    const { skipped } = await requestMailToPerson(
      tx,
      { jobs, secrets, config },
      {
        kind,
        intent: `${kind} ${invite.id} ${crypto.randomUUID()}`,
        user_id: owner,
        circle_id: invite.circle_id,
        invite_id: invite.id,
        to_address: email,
        requested_at: now,
        held: await awaitsOwnerProof(tx, owner, config),
      },
    );
    if (skipped) throw new DomainError("invite_address_exhausted");
    return email;
  });
}
