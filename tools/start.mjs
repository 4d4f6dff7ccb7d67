import { ensureInstalled } from "./install.mjs";
import { continueAsServer } from "./server-process.mjs";

if (await ensureInstalled(import.meta.url)) {
  let isStopping = false;
  const stop = () => {
    isStopping = true;
  };
  const signals = /** @type {const} */ (["SIGTERM", "SIGINT"]);
  for (const signal of signals) process.on(signal, stop);
  const { buildAll } = await import("./build/build-all.mjs");
  const isBuilt = await buildAll();
  // A signal that has arrived during a synchronous step is handled before the next turn of the event loop.
  await new Promise((resolve) => setImmediate(resolve));
  for (const signal of signals) process.removeListener(signal, stop);
  // An interrupted build counts as not built.
  if (!isBuilt || isStopping) process.exitCode = isStopping ? 0 : 1;
  else await continueAsServer(process.argv.slice(2));
}
