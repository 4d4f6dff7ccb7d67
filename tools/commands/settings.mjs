// Writes .env.example from server/config/config.ts and the payment providers; a test fails when they are stale.
import { writeFileSync } from "node:fs";
import { listSettings } from "../../server/config/config.ts";
import { envExample } from "../../server/config/settings-docs.ts";
import { paymentSettings } from "../../server/features/billing/providers.ts";

writeFileSync(".env.example", envExample(listSettings(paymentSettings)));
