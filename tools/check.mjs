import { ensureInstalled } from "./install.mjs";

if (await ensureInstalled(import.meta.url)) {
  const { runChecks } = await import("./check/run-checks.mjs");
  const { failed } = await runChecks();
  process.exitCode = failed > 0 ? 1 : 0;
}
