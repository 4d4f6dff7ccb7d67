/**
 * Buying while the product is killed, on each of the two databases a hundred times and some more, in the middle of
 * checkouts, returns, Stripe's events, the nightly comparison, erased accounts and refunds; and several hundred orders in
 * which accounts are erased, paid for, failed and told. Other numbers: `BILLING_KILLS=20 FUZZ_RUNS=50`; another seed than
 * 1: `FUZZ_SEED=42`.
 */

import { ensureInstalled } from "../install.mjs";
import { runBenchTest } from "./run-test.mjs";

if (await ensureInstalled(import.meta.url)) {
  const killed = "server/features/billing/killed-checkouts.test.ts";
  const kills = { BILLING_KILLS: process.env.BILLING_KILLS ?? "100" };
  const orders = { FUZZ_RUNS: process.env.FUZZ_RUNS ?? "300" };
  process.exitCode =
    (await runBenchTest(killed, kills)) ||
    (await runBenchTest(killed, kills, "embedded")) ||
    (await runBenchTest("server/features/billing/events/erased-orderings.test.ts", orders));
}
