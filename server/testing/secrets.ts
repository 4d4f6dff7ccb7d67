import { createSecrets } from "#server/system/secrets.ts";

/** The APP_SECRET of every test's app, so that the app can read what a test stores directly, and the reverse. */
export const testAppSecret = "a secret for tests alone, of more than 32 bytes";

export const testSecrets = createSecrets(Buffer.from(testAppSecret));
