import { rewrapKeys } from "#server/access/encryption/rewrap-keys.ts";
import { reencryptSigningKeys } from "#server/access/signing-keys.ts";
import { loadConfig, readEnvironment } from "#server/config/config.ts";
import { requestDiskCleanup } from "#server/db/disk-cleanups.ts";
import type { Db } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { reencryptRecoveryCodes } from "#server/features/auth/factors/recovery-codes/reencrypt-recovery-codes.ts";
import { reencryptFactors } from "#server/features/auth/factors/reencrypt-factors.ts";
import { paymentSettings } from "#server/features/billing/providers.ts";
import type { Secrets } from "#server/system/secrets.ts";
import { withDeps } from "./with-deps.ts";

const usage = `Changes the secret that everything private in the database is encrypted with:

  1. Set APP_SECRET to a new secret (32 bytes or more) and APP_SECRET_PREVIOUS to the one used so far, for every process,
     and restart them. They read what either secret has encrypted.
  2. npm run secret:rotate
  3. Unset APP_SECRET_PREVIOUS and restart. From then on, unsubscribe links in earlier emails no longer work, so wait for
     as long as you want them to work.

The embedded database needs the server to be stopped for step 2.
`;

/**
 * Encrypts every stored key with the current secret, and requests that what the previous one encrypted be removed from
 * the disk.
 * @returns how many keys of circles and rounds it changed
 */
export async function rotateSecret(db: Db, secrets: Secrets, now: Date): Promise<number> {
  await reencryptSigningKeys(db, secrets);
  await reencryptFactors(db, secrets);
  await reencryptRecoveryCodes(db, secrets);
  const changed = await rewrapKeys(db, secrets);
  await inTransaction(db, (tx) => requestDiskCleanup(tx, now));
  return changed;
}

/**
 * `npm run secret:rotate`.
 * @throws DirectoryInUseError while a server has the embedded database open, LostSecretError
 */
export async function rotateSecretCommand(args: readonly string[]): Promise<void> {
  if (args.length > 0) {
    process.stdout.write(usage);
    process.exitCode = args.includes("--help") ? 0 : 1;
    return;
  }
  const loaded = loadConfig(readEnvironment(), paymentSettings);
  if (loaded.config.appSecretPrevious === undefined) {
    process.stderr.write(
      `APP_SECRET_PREVIOUS is not set: there is no old secret to change from.\n\n${usage}`,
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
