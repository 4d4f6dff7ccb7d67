/**
 * How many blocks of tables and indexes calls and scheduled work look at with 1,000 and with 100,000 circles stored; the
 * suite does the same with fewer. Other numbers: `GROWTH_RUNGS=1000,10000`. What each takes of the disk is printed.
 */

import { ensureInstalled } from "../install.mjs";
import { runBenchTest } from "./run-test.mjs";

if (await ensureInstalled(import.meta.url)) {
  process.exitCode = await runBenchTest("server/growth.test.ts", {
    GROWTH_RUNGS: process.env.GROWTH_RUNGS ?? "1000,100000",
  });
}
