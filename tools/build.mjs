import { ensureInstalled } from "./install.mjs";

if (await ensureInstalled(import.meta.url)) {
  const { buildAll } = await import("./build/build-all.mjs");
  process.exitCode = (await buildAll()) ? 0 : 1;
}
