import { ensureInstalled } from "./install.mjs";

if (await ensureInstalled(import.meta.url)) {
  const { runTests } = await import("./test/run-tests.mjs");
  process.exitCode = await runTests(process.argv.slice(2));
}
