/**
 * Runs tests of the suite with settings that make them do more; the first argument says which. For other numbers, set
 * the variables.
 */

import { ensureInstalled } from "../install.mjs";
import { inRoot, run } from "../run.mjs";

const killedCheckouts = {
  file: "server/features/billing/killed-checkouts.test.ts",
  more: { BILLING_KILLS: "100" },
};

/**
 * @typedef {{ file: string, more: Record<string, string>, project?: "postgres" | "embedded" | "unit" }} Part
 * @type {Record<string, Part[]>}
 */
const benches = {
  /** Calls that no one should make, to every path of `/auth/v1`; the suite makes a few hundred of them. */
  auth: [{ file: "server/features/auth/fuzz.test.ts", more: { FUZZ_RUNS: "10000" } }],
  /**
   * Kills the product on each of the two databases, during checkouts, returns, Stripe's events, the nightly comparison,
   * erasures of accounts and refunds, and tries several hundred orderings of erasing an account, paying and receiving
   * the event.
   */
  billing: [
    killedCheckouts,
    { ...killedCheckouts, project: "embedded" },
    {
      file: "server/features/billing/events/erased-orderings.test.ts",
      more: { FUZZ_RUNS: "300" },
    },
  ],
  /**
   * How many blocks of tables and indexes, and how many rows, calls and scheduled jobs read with this many circles
   * stored. The suite does the same with fewer. It makes as many as the disk has space for, and says so.
   */
  growth: [{ file: "server/growth.test.ts", more: { GROWTH_RUNGS: "1000,100000,1000000" } }],
  /**
   * Complete journeys through four processes behind a proxy, while they are killed and PostgreSQL is restarted. The
   * suite does the same with 100. To keep what the processes write: `PROCESS_LOG=file`.
   */
  replicas: [
    {
      file: "tools/processes/processes.test.ts",
      more: { PROCESS_JOURNEYS: "2000" },
      project: "unit",
    },
  ],
};

if (await ensureInstalled(import.meta.url)) {
  const { buildAll } = await import("../build/build-all.mjs");
  const parts = benches[process.argv[2] ?? ""];
  if (!parts) throw new Error(`Name one of: ${Object.keys(benches).join(", ")}.`);
  let code = (await buildAll()) ? 0 : 1;
  for (const { file, more, project = "postgres" } of parts) {
    if (code !== 0) break;
    const vitest = inRoot("node_modules/vitest/vitest.mjs");
    code = await run(process.execPath, [vitest, "run", "--project", project, file], {
      env: { ...more, ...process.env },
    });
  }
  process.exitCode = code;
}
