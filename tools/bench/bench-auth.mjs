/**
 * Ten thousand calls that no one should make, to every path of `/auth/v1`; the suite makes a few hundred of the same.
 * Another number: `FUZZ_RUNS=500`; another seed than 1: `FUZZ_SEED=42` or `FUZZ_SEED=random`.
 */

import { ensureInstalled } from "../install.mjs";
import { inRoot, run } from "../run.mjs";

if (await ensureInstalled(import.meta.url)) {
  const { buildAll } = await import("../build/build-all.mjs");
  process.exitCode = (await buildAll())
    ? await run(
        process.execPath,
        [
          inRoot("node_modules/vitest/vitest.mjs"),
          "run",
          "--project",
          "postgres",
          "server/features/auth/fuzz.test.ts",
        ],
        { env: { FUZZ_RUNS: process.env.FUZZ_RUNS ?? "10000" } },
      )
    : 1;
}
