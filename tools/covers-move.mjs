import { ensureInstalled } from "./install.mjs";
import { run } from "./run.mjs";
import { serverArguments, serverEnvironment } from "./server-process.mjs";

if (await ensureInstalled(import.meta.url)) {
  const { buildAll } = await import("./build/build-all.mjs");
  process.exitCode = (await buildAll())
    ? await run(process.execPath, [...serverArguments, "covers-move", ...process.argv.slice(2)], {
        env: serverEnvironment,
      })
    : 1;
}
