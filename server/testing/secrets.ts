import { createReceiptHasher } from "#server/access/receipt-hasher.ts";
import { createSecrets, type Secrets } from "#server/system/secrets.ts";

/** The APP_SECRET of every test's app, so that the app can read what a test stores directly, and the reverse. */
export const testAppSecret = "a secret for tests alone, of more than 32 bytes";

export const testSecrets = createSecrets(Buffer.from(testAppSecret));

/** Hashes the codes of receipts at the lowest cost. */
export const createTestReceipts = (secrets: Secrets) =>
  createReceiptHasher(secrets, { N: 2, r: 1, p: 1 });
