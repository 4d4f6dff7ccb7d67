import { ensureInstalled } from "../install.mjs";
import { run } from "../run.mjs";
import { serverArguments, serverEnvironment } from "../server-process.mjs";

/**
 * Runs a command of the server with the arguments of this process, after installing and building what is missing.
 * @param {string} caller the caller's import.meta.url
 * @param {string} command
 */
export async function runCommand(caller, command) {
  if (!(await ensureInstalled(caller))) return;
  const { buildAll } = await import("../build/build-all.mjs");
  const args = [...serverArguments, command, ...process.argv.slice(2)];
  process.exitCode = (await buildAll())
    ? await run(process.execPath, args, { env: serverEnvironment })
    : 1;
}
