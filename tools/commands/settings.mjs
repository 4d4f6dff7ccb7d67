// Writes .env.example and docs/settings.md from server/config/config.ts and the payment providers; a test fails when they are stale.
import { writeFileSync } from "node:fs";
import { listSettings } from "../../server/config/config.ts";
import { envExample, settingsPage } from "../../server/config/settings-docs.ts";
import { paymentSettings } from "../../server/features/billing/providers.ts";

const settings = listSettings(paymentSettings);
writeFileSync(".env.example", envExample(settings));
writeFileSync("docs/settings.md", settingsPage(settings));
