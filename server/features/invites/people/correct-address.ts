import { DomainError } from "#contract/errors.ts";
import { validateInviteDraft } from "#contract/invites/invites.ts";
import { normalizeMailbox } from "#contract/values/email.ts";
import { isOpenCircle, lockOwnedCircle } from "#server/access/owned-circle.ts";
import type { OwnerId } from "#server/access/owner.ts";
import { findOwner } from "#server/access/profiles.ts";
import { requestDiskCleanup } from "#server/db/disk-cleanups.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { isOptedOut } from "#server/mail/opt-outs.ts";
import { skipUnsentEmails } from "#server/mail/queries.ts";
import { requestMailToPerson } from "#server/mail/request-mail.ts";
import {
  allowInvitationEmails,
  awaitsOwnerProof,
  type InvitingDeps,
  listEmailedTooRecently,
} from "../invitation-limits.ts";
import { listAddresses, listFollowingInvites, replaceAddress } from "../queries.ts";
import { createInviteToken } from "./add-invites.ts";
import { findInviteRow } from "./people-queries.ts";
import { alreadyAnsweredError, requireChangeable } from "./person-rules.ts";

/**
 * Corrects a person's address: emails to the old address are stopped, the old link stops working, and a new invitation
 * with a new link is sent to the new address. Source: docs/product.md, Anonymity; Invitations.
 * @throws DomainError invite_not_found, circle_closed, the rule that the address breaks, what {@link requireChangeable}
 * throws, invite_unsubscribed, invite_mails_exhausted
 */
export async function correctAddress(
  { db, jobs, clock, config, secrets }: InvitingDeps,
  owner: OwnerId,
  inviteId: string,
  email: string,
): Promise<void> {
  const now = clock.now();
  await inTransaction(db, async (tx) => {
    const enabled = config.rateLimits;
    await allowInvitationEmails(tx, owner, 1, { now, enabled });
    const found = await findInviteRow(tx, owner, inviteId);
    if (found?.email == null) throw new DomainError("invite_not_found");
    // Anonymous submissions lock the circle's row, too, so what is checked below cannot change.
    const circle = await lockOwnedCircle(tx, owner, found.circle_id);
    const person = await findInviteRow(tx, owner, inviteId);
    if (person === undefined) throw new DomainError("invite_not_found");
    if (!isOpenCircle(circle, now)) throw new DomainError("circle_closed");
    await requireChangeable(tx, person);

    const others = (await listAddresses(tx, circle.id)).filter(({ id }) => id !== person.id);
    const account = await findOwner(tx, owner);
    const code = validateInviteDraft(
      { first_name: person.first_name, email },
      new Set(others.map((other) => normalizeMailbox(other.email))),
      account?.addresses ?? [],
    );
    if (code !== undefined) throw new DomainError(code, { path: ["email"] });
    if (await isOptedOut(tx, email, owner)) throw new DomainError("invite_unsubscribed");

    // A mail server may deliver an email that it refused, so in an anonymous circle the person may have answered. The link
    // for the new address, which the owner chose, must open the questions all the same.
    const replaced = await replaceAddress(tx, person.id, {
      email,
      invite_token: createInviteToken(),
      onlyPending: !person.is_anonymous,
    });
    if (!replaced) throw alreadyAnsweredError();
    for (const id of await listFollowingInvites(tx, person.id)) {
      await replaceAddress(tx, id, {
        email,
        invite_token: createInviteToken(),
        onlyPending: false,
      });
    }
    await requestDiskCleanup(tx, now);
    await skipUnsentEmails(tx, person.id, "Their address was corrected.");
    const tooSoon = await listEmailedTooRecently(tx, owner, [email], { now, enabled, secrets });
    await requestMailToPerson(
      tx,
      { jobs, secrets, config },
      {
        kind: "invitation",
        intent: `invitation ${person.id} ${crypto.randomUUID()}`,
        user_id: owner,
        circle_id: circle.id,
        invite_id: person.id,
        to_address: email,
        requested_at: now,
        startAfter: tooSoon.get(email),
        held: await awaitsOwnerProof(tx, owner, config),
      },
    );
  });
}
