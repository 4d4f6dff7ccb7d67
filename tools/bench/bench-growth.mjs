/**
 * How many blocks of tables and indexes calls and scheduled work look at with 1,000 and with 100,000 circles stored; the
 * suite does the same with fewer. Other numbers: `GROWTH_RUNGS=1000,10000`. What each takes of the disk is printed.
 */

import { ensureInstalled } from "../install.mjs";
import { inRoot, run } from "../run.mjs";

if (await ensureInstalled(import.meta.url)) {
  const { buildAll } = await import("../build/build-all.mjs");
  process.exitCode = (await buildAll())
    ? await run(
        process.execPath,
        [
          inRoot("node_modules/vitest/vitest.mjs"),
          "run",
          "--project",
          "postgres",
          "server/growth.test.ts",
        ],
        { env: { GROWTH_RUNGS: process.env.GROWTH_RUNGS ?? "1000,100000" } },
      )
    : 1;
}
