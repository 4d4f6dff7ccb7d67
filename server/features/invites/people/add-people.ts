import { validateInviteList } from "#contract/circles/circles.ts";
import { DomainError } from "#contract/errors.ts";
import type { InviteDraft } from "#contract/invites/invites.ts";
import { isOpenCircle, lockOwnedCircle, type OwnedCircle } from "#server/access/owned-circle.ts";
import type { OwnerId } from "#server/access/owner.ts";
import { findOwner } from "#server/access/profiles.ts";
import { inTransaction } from "#server/db/transactions.ts";
import {
  allowInvitationEmails,
  awaitsOwnerProof,
  type InvitingDeps,
  listEmailedTooRecently,
} from "../invitation-limits.ts";
import { listAddresses } from "../queries.ts";
import { addInvites } from "./add-invites.ts";

/**
 * Adds people to an open circle, all of them or none, and requests their invitations; an address that was emailed just
 * now gets its invitation once ten minutes are over. In an anonymous circle, whose list is fixed when the first
 * invitation leaves, they are only listed: the owner invites everyone together. Source: docs/product.md, Invitations.
 * @returns the circle
 * @throws DomainError circle_not_found, circle_closed, circle_fixed, invite_mails_exhausted, or the first rule that the
 * list breaks, with its place in `path`
 */
export async function addPeople(
  { db, jobs, clock, config, secrets }: InvitingDeps,
  owner: OwnerId,
  circleId: string,
  drafts: readonly InviteDraft[],
): Promise<OwnedCircle> {
  const now = clock.now();
  return inTransaction(db, async (tx) => {
    const enabled = config.rateLimits;
    await allowInvitationEmails(tx, owner, drafts.length, { now, enabled });
    const circle = await lockOwnedCircle(tx, owner, circleId);
    if (!isOpenCircle(circle, now)) throw new DomainError("circle_closed");
    if (circle.is_anonymous && circle.fixed_at !== null) throw new DomainError("circle_fixed");

    const invited = (await listAddresses(tx, circle.id)).map(({ email }) => email);
    const account = await findOwner(tx, owner);
    const error = validateInviteList(drafts, false, account?.addresses ?? [], invited);
    if (error !== undefined) throw new DomainError(error.code, { path: error.path });

    const addresses = drafts.map(({ email }) => email);
    const emails = circle.is_anonymous
      ? undefined
      : {
          held: await awaitsOwnerProof(tx, owner, config),
          tooSoon: await listEmailedTooRecently(tx, owner, addresses, { now, enabled, secrets }),
        };
    const deps = { jobs, secrets, config };
    await addInvites(tx, deps, { circle_id: circle.id, owner }, drafts, { now, emails });
    return circle;
  });
}
