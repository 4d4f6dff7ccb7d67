import { type Account, readAccount, updateAccount } from "#contract/account.ts";
import { DomainError } from "#contract/errors.ts";
import type { OwnerId } from "#server/access/owner.ts";
import { findOwner } from "#server/access/profiles.ts";
import type { Clock } from "#server/clock.ts";
import type { Db } from "#server/db/tables.ts";
import type { Api } from "#server/http/endpoint.ts";
import { changeProfile } from "./change-profile.ts";

/** The owner's own profile. */
export function accountRoutes(api: Api, deps: { db: Db; clock: Clock }): void {
  api.on(readAccount, async ({ owner }) => loadAccount(deps.db, owner));

  api.on(updateAccount, async ({ owner, body }) => {
    await changeProfile(deps, owner, body);
    return loadAccount(deps.db, owner);
  });
}

async function loadAccount(db: Db, owner: OwnerId): Promise<Account> {
  const found = await findOwner(db, owner);
  // Deleted between the check of the session and here.
  if (found === undefined) throw new DomainError("signed_out");
  const { email_proven_at, ...account } = found;
  return { ...account, email_proven: email_proven_at !== null };
}
