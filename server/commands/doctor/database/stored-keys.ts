import { requireReadableKeys } from "#server/access/encryption/circle-keys.ts";
import { requireReadableSigningKeys } from "#server/access/signing-keys.ts";
import { failed, passed } from "#server/system/check.ts";
import { UnreadableSecretError } from "#server/system/secrets.ts";
import type { DatabaseCheck } from "./database-check.ts";

/** Whether APP_SECRET is the one that everything private is encrypted with. */
export const storedKeys: DatabaseCheck = {
  name: "APP_SECRET",
  run: async ({ db, secrets }) => {
    try {
      await requireReadableSigningKeys(db, secrets);
    } catch (error) {
      if (!(error instanceof UnreadableSecretError)) throw error;
      return failed(
        "It is not the one that the stored keys are encrypted with: set it to the former one, or put the file app-secret back under DATA_DIR. Without it nobody can read the answers.",
      );
    }
    await requireReadableKeys(db, secrets);
    return passed("opens the stored keys");
  },
};
