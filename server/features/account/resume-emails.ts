import { DomainError } from "#contract/errors.ts";
import type { OwnerId } from "#server/access/owner.ts";
import { findOwner } from "#server/access/profiles.ts";
import type { Db } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { withdrawOptOuts } from "#server/mail/opt-outs.ts";

/** @throws DomainError signed_out when the account was deleted in between, account_email_unproven */
export async function resumeEmails(db: Db, owner: OwnerId): Promise<void> {
  await inTransaction(db, async (tx) => {
    const found = await findOwner(tx, owner);
    if (found === undefined) throw new DomainError("signed_out");
    if (found.email_proven_at === null) throw new DomainError("account_email_unproven");
    await withdrawOptOuts(tx, { email: found.email, owner_id: owner });
  });
}
