// Runs the server command that the first argument names, after installing and building what is missing.
import { ensureInstalled } from "../install.mjs";
import { run } from "../run.mjs";
import { serverArguments, serverEnvironment } from "../server-process.mjs";

if (await ensureInstalled(import.meta.url)) {
  const { buildAll } = await import("../build/build-all.mjs");
  const args = [...serverArguments, ...process.argv.slice(2)];
  process.exitCode = (await buildAll())
    ? await run(process.execPath, args, { env: serverEnvironment })
    : 1;
}
