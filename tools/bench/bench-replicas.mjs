/**
 * Complete journeys through four processes behind a proxy, while they are killed and PostgreSQL is restarted; the suite
 * does the same with 100. Another number: `REPLICA_JOURNEYS=500`. What the processes write: `REPLICA_LOG=file`.
 */

import { ensureInstalled } from "../install.mjs";
import { runBenchTest } from "./run-test.mjs";

if (await ensureInstalled(import.meta.url)) {
  process.exitCode = await runBenchTest(
    "tools/replicas/replicas.test.ts",
    { REPLICA_JOURNEYS: process.env.REPLICA_JOURNEYS ?? "2000" },
    "unit",
  );
}
