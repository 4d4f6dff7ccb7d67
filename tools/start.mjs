import { ensureInstalled } from "./install.mjs";
import { inRoot, run } from "./run.mjs";

if (await ensureInstalled(import.meta.url)) {
  const { buildAll } = await import("./builds.mjs");
  process.exitCode = (await buildAll())
    ? await run(
        process.execPath,
        ["--enable-source-maps", inRoot("dist/server/main.js"), ...process.argv.slice(2)],
        {
          env: {
            // Libraries take their fast way only when told so.
            NODE_ENV: process.env.NODE_ENV ?? "production",
            // Compiling what is imported is a quarter of a start; the second one finds it done.
            NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? inRoot(".cache", "node"),
          },
        },
      )
    : 1;
}
