import { readFileSync } from "node:fs";
import { inRoot } from "./run.mjs";

/** How the built server is started; keep the Dockerfile the same. */

/**
 * The first two say how much garbage may accumulate before it is collected. V8 would let it grow to a multiple of what is
 * in use; with half of this, collecting it took a quarter of a request's CPU time. Without the others, V8 would
 * compile the embedded database for speed on all cores at once, and much of it that runs only in a start.
 * @type {string[]}
 */
const flags = JSON.parse(readFileSync(inRoot("tools/server-flags.json"), "utf8"));

export const serverArguments = [...flags, inRoot("dist/server/main.js")];

export const serverEnvironment = {
  // Libraries take their fast path only when this is set.
  NODE_ENV: process.env.NODE_ENV ?? "production",
  // Compiling the imports takes a quarter of a start; the second start finds it cached.
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? inRoot(".cache", "node"),
  // glibc keeps the memory that the embedded database's compiler has used, 100 MB of it, unless set to return it.
  MALLOC_TRIM_THRESHOLD_: process.env.MALLOC_TRIM_THRESHOLD_ ?? "131072",
  // Otherwise every thread that allocates keeps an arena of its own, of tens of megabytes.
  MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? "1",
};
