import { ensureInstalled } from "./install.mjs";

if (await ensureInstalled(import.meta.url)) {
  const { runTests } = await import("./tests.mjs");
  process.exitCode = await runTests(process.argv.slice(2));
}
