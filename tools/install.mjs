import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { continueAs, inRoot } from "./run.mjs";

// This is plain JavaScript for any Node from 20.19 on, because it runs on a fresh clone.

/**
 * Installs what the lockfile lists, unless it is already there, and continues under the Node that package.json pins.
 * Returns false if another process has done the caller's work; its exit code is set then.
 * @param {string} caller the caller's import.meta.url
 * @returns {Promise<boolean>}
 */
export async function ensureInstalled(caller) {
  if (!isInstalled(inRoot())) {
    console.log("installing dependencies, which takes a minute the first time …");
    if (!install(inRoot())) {
      console.error("npm install failed: see above.");
      process.exitCode = 1;
      return false;
    }
  }

  const pinned = JSON.parse(readFileSync(inRoot("package.json"), "utf8")).dependencies.node;
  if (process.version === `v${pinned}`) return true;
  const node = inRoot(
    "node_modules",
    "node",
    "bin",
    process.platform === "win32" ? "node.exe" : "node",
  );
  if (!existsSync(node)) {
    console.error(`Node ${pinned} is missing at ${node}: remove node_modules and start again.`);
    process.exitCode = 1;
    return false;
  }
  await continueAs(node, [fileURLToPath(caller), ...process.argv.slice(2)]);
  return false;
}

/**
 * Installs what a folder's lockfile lists, whatever is already installed.
 *
 * It does not use npm ci, which first deletes everything that is installed. This installs the same versions, and
 * --no-save does not change the lockfile. The pinned Node is among them, so warnings of packages about the present Node
 * can be ignored.
 * @param {string} folder
 * @returns {boolean} whether it succeeded
 */
export function install(folder) {
  const { status } = spawnSync(
    "npm install --no-save --include=dev --no-audit --no-fund --loglevel=error",
    {
      cwd: folder,
      // A shell finds npm even on Windows, where it is a script.
      shell: true,
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, NODE_ENV: undefined, SCARF_ANALYTICS: "false" },
    },
  );
  return status === 0;
}

/**
 * Whether node_modules contains what the lockfile lists. npm writes a record of what it has installed at the very end.
 * Packages that it leaves out on this machine, such as other systems' binaries, are marked as optional.
 * @param {string} folder
 * @returns {boolean}
 */
export function isInstalled(folder) {
  const record = path.join(folder, "node_modules", ".package-lock.json");
  if (!existsSync(record)) return false;
  const installed = readPackages(record);
  return Object.entries(readPackages(path.join(folder, "package-lock.json"))).every(
    ([place, { version, optional, devOptional }]) =>
      place === "" ||
      installed[place]?.version === version ||
      (installed[place] === undefined && Boolean(optional || devOptional)),
  );
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean, devOptional?: boolean }>}
 */
function readPackages(file) {
  return JSON.parse(readFileSync(file, "utf8")).packages;
}
