/**
 * Kills the product more than a hundred times on each of the two databases, during checkouts, returns, Stripe's events,
 * the nightly comparison, erasures of accounts and refunds, and tries several hundred orderings of erasing an account,
 * paying and receiving the event. For other numbers: `BILLING_KILLS=20 FUZZ_RUNS=50`; for a seed other than 1:
 * `FUZZ_SEED=42`.
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
