import { runCommand } from "./run-command.mjs";

await runCommand(import.meta.url, "stripe-setup");
