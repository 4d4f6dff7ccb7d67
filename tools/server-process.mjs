import { readFileSync } from "node:fs";
import { continueAs, inRoot } from "./run.mjs";

/** How the built server is started. Keep the Dockerfile the same. */

/**
 * The first two flags set how much garbage may accumulate before it is collected. V8 would let it grow to a multiple of
 * what is in use; with half of this, collecting it took a quarter of a request's CPU time. Without the others, V8 would
 * optimize the embedded database on all cores at once, including much that runs only in a start.
 * @type {string[]}
 */
const flags = JSON.parse(readFileSync(inRoot("tools/server-flags.json"), "utf8"));

export const serverArguments = [...flags, inRoot("dist/server/main.js")];

export const serverEnvironment = {
  // Libraries take their fast path only when this is set.
  NODE_ENV: process.env.NODE_ENV ?? "production",
  // Compiling the imports takes a quarter of a start. The second start finds the result cached.
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? inRoot(".cache", "node"),
  // Unless it is set to return it, glibc keeps the 100 MB of memory that the embedded database's compiler has used.
  MALLOC_TRIM_THRESHOLD_: process.env.MALLOC_TRIM_THRESHOLD_ ?? "131072",
  // Otherwise every thread that allocates memory keeps its own arena of tens of megabytes.
  MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? "1",
};

/**
 * Continues as the built server.
 * @param {string[]} args none to serve, or a command with its arguments
 */
export const continueAsServer = (args) =>
  continueAs(process.execPath, [...serverArguments, ...args], serverEnvironment);
