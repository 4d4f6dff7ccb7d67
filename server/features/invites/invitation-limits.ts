import { DomainError } from "#contract/errors.ts";
import { limits } from "#contract/limits.ts";
import type { OwnerId } from "#server/access/owner.ts";
import type { Tx } from "#server/db/tables.ts";
import { countInvitationMails, lockOwner } from "./queries.ts";

const day_ms = 24 * 60 * 60 * 1000;

/**
 * Lets an owner ask for `wanted` more invitation mails, if that stays within a day's measure. The owner's row stays
 * locked until the transaction ends, so that two calls at once are counted one after the other.
 * Source: product decisions 7.
 * @throws DomainError invite_mails_exhausted
 */
export async function allowInvitationMails(
  tx: Tx,
  owner: OwnerId,
  wanted: number,
  { now, enabled }: { now: Date; enabled: boolean },
): Promise<void> {
  await lockOwner(tx, owner);
  if (!enabled) return;
  const asked = await countInvitationMails(tx, owner, new Date(now.getTime() - day_ms));
  if (asked + wanted > limits.invitation_mails_a_day) {
    throw new DomainError("invite_mails_exhausted");
  }
}
