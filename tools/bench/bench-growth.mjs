/**
 * How many blocks of tables and indexes, and how many rows, calls and scheduled jobs read with 1,000, 100,000 and
 * 1,000,000 circles stored. The suite does the same with fewer. It makes as many as the disk has space for, and says
 * so. For other numbers: `GROWTH_RUNGS=1000,10000`.
 */

import { ensureInstalled } from "../install.mjs";
import { runBenchTest } from "./run-test.mjs";

if (await ensureInstalled(import.meta.url)) {
  process.exitCode = await runBenchTest("server/growth.test.ts", {
    GROWTH_RUNGS: process.env.GROWTH_RUNGS ?? "1000,100000,1000000",
  });
}
