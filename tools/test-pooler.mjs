/**
 * The tests on PostgreSQL, and those of several processes that are killed, through PgBouncer in transaction mode.
 * Arguments are names of test files, to run only some of the former.
 */

import { buildAll } from "./build/build-all.mjs";
import { ensureInstalled } from "./install.mjs";
import { inRoot, run } from "./run.mjs";

if (await ensureInstalled(import.meta.url)) {
  const vitest = (/** @type {string[]} */ ...args) =>
    run(process.execPath, [inRoot("node_modules/vitest/vitest.mjs"), "run", ...args], {
      env: { TEST_POOLER: "on" },
    });
  const files = process.argv.slice(2);
  let code = (await buildAll()) ? 0 : 1;
  if (code === 0) code = await vitest("--project=postgres", ...files);
  if (code === 0 && files.length === 0) {
    code = await vitest("--config=lab/vitest.config.ts", "lab/processes/");
  }
  process.exitCode = code;
}
