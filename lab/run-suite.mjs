/**
 * Runs tests that take many minutes, or those of the suite with settings that make them do more. The first argument says
 * which. For other numbers, set the variables.
 */

import { ensureInstalled } from "../tools/install.mjs";
import { inRoot, run } from "../tools/run.mjs";

const killedCheckouts = {
  file: "server/features/billing/killed-checkouts.test.ts",
  more: { BILLING_KILLS: "100" },
};

/**
 * Each on PostgreSQL, unless it names another project or is in `lab/`.
 * @typedef {{ file: string, more?: Record<string, string>, project?: "embedded" }} Part
 * @type {Record<string, Part[]>}
 */
const suites = {
  load: [{ file: "lab/load/load.test.ts" }],
  auth: [{ file: "server/features/auth/fuzz.test.ts", more: { FUZZ_RUNS: "10000" } }],
  billing: [
    killedCheckouts,
    { ...killedCheckouts, project: "embedded" },
    {
      file: "server/features/billing/events/orderings.test.ts",
      more: { FUZZ_RUNS: "300" },
    },
  ],
  /** It makes as many paralines as the disk has space for, and says so. */
  growth: [{ file: "server/growth.test.ts", more: { GROWTH_RUNGS: "1000,100000,1000000" } }],
  /** To keep what the processes write: `PROCESS_LOG=file`. */
  replicas: [{ file: "lab/processes/processes.test.ts", more: { PROCESS_JOURNEYS: "2000" } }],
};

if (await ensureInstalled(import.meta.url)) {
  const { buildAll } = await import("../tools/build/build-all.mjs");
  const parts = suites[process.argv[2] ?? ""];
  if (!parts) throw new Error(`Name one of: ${Object.keys(suites).join(", ")}.`);
  let code = (await buildAll()) ? 0 : 1;
  for (const { file, more, project = "postgres" } of parts) {
    if (code !== 0) break;
    const where = file.startsWith("lab/")
      ? "--config=lab/vitest.config.ts"
      : `--project=${project}`;
    const vitest = inRoot("node_modules/vitest/vitest.mjs");
    code = await run(process.execPath, [vitest, "run", where, file], {
      env: { ...more, ...process.env },
    });
  }
  process.exitCode = code;
}
