// Writes .env.example and docs/settings.md from server/config.ts and the payment providers; a test fails when they are stale.
import { writeFileSync } from "node:fs";
import { listSettings } from "../server/config.ts";
import { paymentProviders } from "../server/features/billing/providers.ts";
import { envExample, settingsPage } from "../server/settings-docs.ts";

const settings = listSettings(paymentProviders);
writeFileSync(".env.example", envExample(settings));
writeFileSync("docs/settings.md", settingsPage(settings));
