import type { Account } from "#contract/account.ts";
import { DomainError } from "#contract/errors.ts";
import { isOperatorAccount } from "#server/access/operator.ts";
import type { OwnerId } from "#server/access/owner.ts";
import { findOwner } from "#server/access/profiles.ts";
import type { Config } from "#server/config/config.ts";
import type { Db } from "#server/db/tables.ts";
import {
  findPendingEmailChange,
  pendingConfirmations,
} from "#server/features/auth/pending-email-change.ts";
import { isOptedOut } from "#server/mail/opt-outs.ts";
import type { Clock } from "#server/system/clock.ts";
import { findSignIn } from "./queries.ts";

/** @throws DomainError signed_out when the account was deleted in between */
export async function readAccount(
  { db, clock, config }: { db: Db; clock: Clock; config: Pick<Config, "adminEmails"> },
  owner: OwnerId,
): Promise<Account> {
  const found = await findOwner(db, owner);
  const signIn = await findSignIn(db, owner);
  if (found === undefined || signIn === undefined) throw new DomainError("signed_out");
  const { email_proven_at, ...account } = found;
  const change = findPendingEmailChange(signIn, clock.now());
  return {
    ...account,
    email_proven: email_proven_at !== null,
    mail_stopped: await isOptedOut(db, account.email, owner),
    email_change: change
      ? { new_email: change.new_email, waits_for: missingConfirmations(change.missing) }
      : null,
    has_password: signIn.has_password,
    is_operator: isOperatorAccount(config, found),
  };
}

function missingConfirmations(halves: number): ("new_address" | "old_address")[] {
  return [
    ...((halves & pendingConfirmations.ofNew) === 0 ? [] : ["new_address" as const]),
    ...((halves & pendingConfirmations.ofOld) === 0 ? [] : ["old_address" as const]),
  ];
}
