/**
 * How much memory a web process takes on PostgreSQL while an owner with very much data opens and downloads all of it:
 * 10,000 people, and 50 paralines with 50 answers and a cover each.
 */

import { ensureInstalled } from "../install.mjs";

if (await ensureInstalled(import.meta.url)) {
  const { buildAll } = await import("../build/build-all.mjs");
  if (await buildAll()) await (await import("./heavy-owner.mjs")).measureHeavyOwner();
  else process.exitCode = 1;
}
