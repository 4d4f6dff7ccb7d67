/**
 * Buying while the product is killed, a hundred times and some more, in the middle of checkouts, of Stripe's events and of
 * erased accounts; and several hundred orders in which accounts are erased, paid for, failed and told. Other numbers:
 * `BILLING_KILLS=20 FUZZ_RUNS=50`; another seed than 1: `FUZZ_SEED=42`.
 */

import { ensureInstalled } from "../install.mjs";
import { runBenchTest } from "./run-test.mjs";

if (await ensureInstalled(import.meta.url)) {
  const code = await runBenchTest("server/features/billing/killed-checkouts.test.ts", {
    BILLING_KILLS: process.env.BILLING_KILLS ?? "100",
  });
  process.exitCode =
    code ||
    (await runBenchTest("server/features/billing/events/erased-orderings.test.ts", {
      FUZZ_RUNS: process.env.FUZZ_RUNS ?? "300",
    }));
}
