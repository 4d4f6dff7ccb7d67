import { inRoot } from "./run.mjs";

/** How the built server is started; the Dockerfile says the same. */

export const serverArguments = [
  "--enable-source-maps",
  // How much may lie about before it is cleared away. V8 would let it grow to the multiple of what is in use.
  "--max-semi-space-size=4",
  "--heap-growing-percent=30",
  inRoot("dist/server/main.js"),
];

export const serverEnvironment = {
  // Libraries take their fast way only when told so.
  NODE_ENV: process.env.NODE_ENV ?? "production",
  // Compiling what is imported is a quarter of a start; the second one finds it done.
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? inRoot(".cache", "node"),
  // glibc keeps what the compiler of the embedded database has used, 100 MB of it, unless told to give it back.
  MALLOC_TRIM_THRESHOLD_: process.env.MALLOC_TRIM_THRESHOLD_ ?? "131072",
  // Else every thread that allocates keeps a store of its own, of tens of megabytes.
  MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? "1",
};
