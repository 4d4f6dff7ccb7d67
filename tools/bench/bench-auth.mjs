/**
 * Makes ten thousand calls that no one should make, to every path of `/auth/v1`; the suite makes a few hundred of them.
 * For another number: `FUZZ_RUNS=500`; for a seed other than 1: `FUZZ_SEED=42` or `FUZZ_SEED=random`.
 */

import { ensureInstalled } from "../install.mjs";
import { runBenchTest } from "./run-test.mjs";

if (await ensureInstalled(import.meta.url)) {
  process.exitCode = await runBenchTest("server/features/auth/fuzz.test.ts", {
    FUZZ_RUNS: process.env.FUZZ_RUNS ?? "10000",
  });
}
