import { ensureInstalled } from "./install.mjs";
import { inRoot, run } from "./run.mjs";

if (await ensureInstalled(import.meta.url)) {
  const { buildAll } = await import("./builds.mjs");
  process.exitCode = (await buildAll())
    ? await run(
        process.execPath,
        ["--enable-source-maps", inRoot("dist/server/main.js"), ...process.argv.slice(2)],
        // Libraries take their fast way only when told so.
        { env: { NODE_ENV: process.env.NODE_ENV ?? "production" } },
      )
    : 1;
}
