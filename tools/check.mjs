import { ensureInstalled } from "./install.mjs";

if (await ensureInstalled(import.meta.url)) {
  const { buildAll } = await import("./build/build-all.mjs");
  const { runChecks } = await import("./check/run-checks.mjs");
  // Only the bundler checks stylesheets: a variant that does not exist fails nowhere else.
  const built = await buildAll();
  const { failed } = await runChecks();
  process.exitCode = built && failed === 0 ? 0 : 1;
}
