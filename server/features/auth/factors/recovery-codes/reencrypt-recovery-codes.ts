import type { Db } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { Secrets } from "#server/system/secrets.ts";
import { setKeyContext } from "./code-format.ts";
import { lockRecoveryCodeKeys, updateRecoveryCodeSet } from "./queries.ts";

/**
 * Encrypts the keys of recovery codes with the present APP_SECRET; doing it twice is harmless.
 * @throws UnreadableSecretError if a key can be decrypted with neither the present nor the previous secret
 */
export async function reencryptRecoveryCodes(db: Db, secrets: Secrets): Promise<void> {
  await inTransaction(db, async (tx) => {
    for (const { id, key_encrypted } of await lockRecoveryCodeKeys(tx)) {
      const context = setKeyContext(id);
      const key = secrets.decrypt(key_encrypted, context);
      await updateRecoveryCodeSet(tx, id, { key_encrypted: secrets.encrypt(key, context) });
    }
  });
}
