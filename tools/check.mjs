import { ensureInstalled } from "./install.mjs";

if (await ensureInstalled(import.meta.url)) {
  const { runChecks } = await import("./checks.mjs");
  const { failed } = await runChecks();
  process.exitCode = failed > 0 ? 1 : 0;
}
