import type { Db } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { Secrets } from "#server/system/secrets.ts";
import { lockEncryptedFactors, updateFactor } from "./queries.ts";
import { factorContext } from "./totp-factor.ts";

/**
 * Encrypts the secrets of second factors with the present APP_SECRET; doing it twice is harmless.
 * @throws UnreadableSecretError if a factor's secret can be decrypted with neither the present nor the previous
 *   APP_SECRET
 */
export async function reencryptFactors(db: Db, secrets: Secrets): Promise<void> {
  await inTransaction(db, async (tx) => {
    for (const { id, secret_encrypted } of await lockEncryptedFactors(tx)) {
      const context = factorContext(id);
      const secret = secrets.decrypt(secret_encrypted, context);
      await updateFactor(tx, id, { secret_encrypted: secrets.encrypt(secret, context) });
    }
  });
}
