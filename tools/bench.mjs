import { ensureInstalled } from "./install.mjs";

if (await ensureInstalled(import.meta.url)) {
  const { buildAll } = await import("./build/build-all.mjs");
  if (await buildAll()) await (await import("./bench/run.mjs")).runBench();
  else process.exitCode = 1;
}
