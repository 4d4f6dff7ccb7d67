import type { Db } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { Secrets } from "#server/system/secrets.ts";
import { rewrapKey } from "./circle-cipher.ts";

const batch = 500;

const tables = [
  ["circle_keys", "circle key"],
  ["sealing_keys", "sealing key"],
] as const;

/**
 * Encrypts with the current APP_SECRET those keys of circles and of sealed answers that are not yet encrypted with it. The texts
 * encrypted with those keys stay as they are. It works in batches, so it can be stopped and restarted, and can run
 * while other processes do.
 * @returns how many keys it changed
 * @throws UnreadableSecretError for a key that neither the present nor the previous secret opens
 */
export async function rewrapKeys(db: Db, secrets: Secrets): Promise<number> {
  let changed = 0;
  for (const [table, purpose] of tables) {
    for (;;) {
      const count = await inTransaction(db, async (tx) => {
        const keys = await tx
          .selectFrom(table)
          .where("secret_id", "<>", secrets.id)
          .select(["circle_id", "wrapped_key"])
          .limit(batch)
          .forUpdate()
          .execute();
        for (const { circle_id, wrapped_key } of keys) {
          await tx
            .updateTable(table)
            .set(rewrapKey(secrets, purpose, circle_id, wrapped_key))
            .where("circle_id", "=", circle_id)
            .execute();
        }
        return keys.length;
      });
      if (count === 0) break;
      changed += count;
    }
  }
  return changed;
}
