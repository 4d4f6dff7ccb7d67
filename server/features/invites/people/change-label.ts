import { DomainError } from "#contract/errors.ts";
import type { Label } from "#contract/invites/invites.ts";
import type { OwnerId } from "#server/access/owner.ts";
import type { Db } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { setLabel } from "./label-queries.ts";
import { findInviteRow } from "./people-queries.ts";

/**
 * Sets or removes a person's label in every circle in which their address was asked.
 * @throws DomainError invite_not_found, also for a person who joined an anonymous circle through its link
 */
export async function changeLabel(
  { db }: { db: Db },
  owner: OwnerId,
  inviteId: string,
  label: Label | null,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const person = await findInviteRow(tx, owner, inviteId);
    if (person === undefined) throw new DomainError("invite_not_found");
    await setLabel(tx, owner, person, label);
  });
}
