import { rewrapKeys } from "#server/access/encryption/rewrap-keys.ts";
import { reencryptSigningKeys } from "#server/access/signing-keys.ts";
import { loadConfig, readEnvironment } from "#server/config/config.ts";
import { requestDiskCleanup } from "#server/db/disk-cleanups.ts";
import type { Db } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { reencryptSecondSteps } from "#server/features/auth/factors/reencrypt-second-steps.ts";
import { paymentSettings } from "#server/features/billing/providers.ts";
import type { Secrets } from "#server/system/secrets.ts";
import { describeUsage, refuseArguments } from "./command-arguments.ts";
import { withDeps } from "./with-deps.ts";

/** What the previous secret encrypted is also removed from the disk. @returns how many keys it changed */
export async function rotateSecret(db: Db, secrets: Secrets, now: Date): Promise<number> {
  await reencryptSigningKeys(db, secrets);
  await reencryptSecondSteps(db, secrets);
  const changed = await rewrapKeys(db, secrets);
  await inTransaction(db, (tx) => requestDiskCleanup(tx, now));
  return changed;
}

export async function rotateSecretCommand(args: readonly string[]): Promise<void> {
  if (args.length > 0) return refuseArguments("secret-rotate");
  const loaded = loadConfig(readEnvironment(), paymentSettings);
  if (loaded.config.appSecretPrevious === undefined) {
    process.stderr.write(
      `APP_SECRET_PREVIOUS is not set: there is no old secret to change from.\n\n${describeUsage("secret-rotate")}`,
    );
    process.exitCode = 1;
    return;
  }
  const changed = await withDeps(loaded, ({ db, secrets, clock }) =>
    rotateSecret(db, secrets, clock.now()),
  );
  process.stdout.write(
    `${changed === 1 ? "1 key is" : `${changed} keys are`} now encrypted with APP_SECRET. APP_SECRET_PREVIOUS is needed only for links in emails that were sent before.\n`,
  );
}
