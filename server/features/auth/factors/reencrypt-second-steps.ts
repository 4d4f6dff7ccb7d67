import type { Db } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { Secrets } from "#server/system/secrets.ts";
import { encryptFactorSecret, readFactorSecret } from "./factor-type.ts";
import {
  lockEncryptedFactors,
  lockRecoveryCodeKeys,
  updateFactor,
  updateRecoveryCodeSet,
} from "./queries.ts";
import { setKeyContext } from "./recovery-codes.ts";

/** Encrypts what second steps keep secret with the present APP_SECRET; doing it twice is harmless. */
export async function reencryptSecondSteps(db: Db, secrets: Secrets): Promise<void> {
  await inTransaction(db, async (tx) => {
    for (const factor of await lockEncryptedFactors(tx)) {
      const secret = readFactorSecret(secrets, factor);
      const { id } = factor;
      await updateFactor(tx, id, { secret_encrypted: encryptFactorSecret(secrets, id, secret) });
    }
    for (const { id, key_encrypted } of await lockRecoveryCodeKeys(tx)) {
      const context = setKeyContext(id);
      const key = secrets.decrypt(key_encrypted, context);
      await updateRecoveryCodeSet(tx, id, { key_encrypted: secrets.encrypt(key, context) });
    }
  });
}
