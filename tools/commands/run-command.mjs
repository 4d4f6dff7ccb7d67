// Runs the server command that the first argument names, after installing and building what is missing.
import { ensureInstalled } from "../install.mjs";
import { continueAsServer } from "../server-process.mjs";

if (await ensureInstalled(import.meta.url)) {
  const { buildAll } = await import("../build/build-all.mjs");
  if (await buildAll()) await continueAsServer(process.argv.slice(2));
  else process.exitCode = 1;
}
