// Writes .env.example and docs/settings.md from server/config.ts; a test fails when they are stale.
import { writeFileSync } from "node:fs";
import { envExample, settingsPage } from "../server/settings-docs.ts";

writeFileSync(".env.example", envExample());
writeFileSync("docs/settings.md", settingsPage());
