import {
  deleteAccount,
  downloadAccount,
  readAccount,
  resumeEmails,
  updateAccount,
} from "#contract/account.ts";
import { DomainError } from "#contract/errors.ts";
import type { OwnerId } from "#server/access/owner.ts";
import { findOwner, type ProfileChanges, saveProfile } from "#server/access/profiles.ts";
import type { Config } from "#server/config/config.ts";
import type { Db } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { readCaller } from "#server/features/auth/http/wire.ts";
import { moveClosingTimes } from "#server/features/circles/move-closing-times.ts";
import type { Api } from "#server/http/endpoint.ts";
import { withdrawOptOuts } from "#server/mail/opt-outs.ts";
import type { Clock } from "#server/system/clock.ts";
import { archiveAccount } from "./archive-account.ts";
import type { ArchiveDeps } from "./archive-circle.ts";
import { type EraseDeps, eraseAccount } from "./erase-account.ts";
import { readAccount as readOwnAccount } from "./read-account.ts";

export function accountRoutes(
  api: Api,
  deps: ArchiveDeps & EraseDeps & { config: Pick<Config, "trustProxy"> },
): void {
  api.on(readAccount, async ({ owner }) => readOwnAccount(deps, owner));

  api.on(updateAccount, async ({ owner, body }) => {
    await changeProfile(deps, owner, body);
    return readOwnAccount(deps, owner);
  });

  api.on(resumeEmails, async ({ owner }) => {
    await withdrawOwnOptOuts(deps.db, owner);
    return readOwnAccount(deps, owner);
  });

  api.onFile(downloadAccount, async ({ owner, session }) => archiveAccount(deps, owner, session));

  api.on(deleteAccount, async ({ owner, session, body: { email, password }, c }) => {
    const caller = readCaller(c, deps.config.trustProxy);
    await eraseAccount(deps, { owner, session, caller }, { email, password });
    return { status: "deleted" as const };
  });
}

/** If the time zone changes, the deadlines of open circles end in the new one. */
async function changeProfile(
  { db, clock }: { db: Db; clock: Clock },
  owner: OwnerId,
  changes: ProfileChanges & { time_zone?: string | undefined },
): Promise<void> {
  const now = clock.now();
  await inTransaction(db, async (tx) => {
    const before = await findOwner(tx, owner);
    await saveProfile(tx, owner, changes, now);
    if (changes.time_zone !== undefined && changes.time_zone !== before?.time_zone) {
      await moveClosingTimes(tx, owner, changes.time_zone, now);
    }
  });
}

/** @throws DomainError signed_out when the account was deleted in between, account_email_unproven */
async function withdrawOwnOptOuts(db: Db, owner: OwnerId): Promise<void> {
  await inTransaction(db, async (tx) => {
    const found = await findOwner(tx, owner);
    if (found === undefined) throw new DomainError("signed_out");
    if (found.email_proven_at === null) throw new DomainError("account_email_unproven");
    await withdrawOptOuts(tx, { email: found.email, owner_id: owner });
  });
}
