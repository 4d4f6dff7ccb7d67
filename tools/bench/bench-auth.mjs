/**
 * Ten thousand calls that no one should make, to every path of `/auth/v1`; the suite makes a few hundred of the same.
 * Another number: `FUZZ_RUNS=500`; another seed than 1: `FUZZ_SEED=42` or `FUZZ_SEED=random`.
 */

import { ensureInstalled } from "../install.mjs";
import { runBenchTest } from "./run-test.mjs";

if (await ensureInstalled(import.meta.url)) {
  process.exitCode = await runBenchTest("server/features/auth/fuzz.test.ts", {
    FUZZ_RUNS: process.env.FUZZ_RUNS ?? "10000",
  });
}
