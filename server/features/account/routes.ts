import {
  deleteAccount,
  downloadAccount,
  readAccount,
  resumeEmails,
  updateAccount,
} from "#contract/account.ts";
import type { Config } from "#server/config/config.ts";
import { readCaller } from "#server/features/auth/http/wire.ts";
import type { Api } from "#server/http/endpoint.ts";
import { archiveAccount } from "./archive-account.ts";
import type { ArchiveDeps } from "./archive-circle.ts";
import { changeProfile } from "./change-profile.ts";
import { type EraseDeps, eraseAccount } from "./erase-account.ts";
import { readAccount as readOwnAccount } from "./read-account.ts";
import { resumeEmails as getOwnMailAgain } from "./resume-emails.ts";

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
    await getOwnMailAgain(deps.db, owner);
    return readOwnAccount(deps, owner);
  });

  api.onFile(downloadAccount, async ({ owner, session }) => archiveAccount(deps, owner, session));

  api.on(deleteAccount, async ({ owner, session, body: { email, password }, c }) => {
    const caller = readCaller(c, deps.config.trustProxy);
    await eraseAccount(deps, { owner, session, caller }, { email, password });
    return { status: "deleted" as const };
  });
}
