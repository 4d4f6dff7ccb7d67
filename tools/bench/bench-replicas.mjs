/**
 * Complete journeys through four processes behind a proxy, while they are killed and PostgreSQL is restarted. The suite
 * does the same with 100. For another number: `PROCESS_JOURNEYS=500`. To keep what the processes write:
 * `PROCESS_LOG=file`.
 */

import { ensureInstalled } from "../install.mjs";
import { runBenchTest } from "./run-test.mjs";

if (await ensureInstalled(import.meta.url)) {
  process.exitCode = await runBenchTest(
    "tools/processes/processes.test.ts",
    { PROCESS_JOURNEYS: process.env.PROCESS_JOURNEYS ?? "2000" },
    "unit",
  );
}
