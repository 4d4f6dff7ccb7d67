import { ensureInstalled } from "./install.mjs";
import { run } from "./run.mjs";
import { serverArguments, serverEnvironment } from "./server-process.mjs";

if (await ensureInstalled(import.meta.url)) {
  let isStopping = false;
  let isServing = false;
  for (const signal of /** @type {const} */ (["SIGTERM", "SIGINT"])) {
    process.on(signal, () => {
      isStopping = true;
      // An interrupted build counts as not built.
      if (!isServing) process.exit(0);
    });
  }
  const { buildAll } = await import("./build/build-all.mjs");
  if (await buildAll()) {
    isServing = true;
    const code = await run(process.execPath, [...serverArguments, ...process.argv.slice(2)], {
      env: serverEnvironment,
    });
    // If it was stopped before its first line ran, the signal ended the server, and there is nothing to clean up.
    process.exitCode = isStopping && code === 128 ? 0 : code;
  } else {
    process.exitCode = 1;
  }
}
