import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import path from "node:path";
import { inRoot } from "./run.mjs";

let isListFresh = false;

/**
 * Installs Debian packages; waits for another apt to finish rather than failing on its lock. The list of packages is
 * fetched once in a process.
 * @param {string[]} names
 */
export function installDebianPackages(names) {
  console.log(`installing ${names.join(", ")} with apt-get …`);
  if (!isListFresh) isListFresh = runApt("update", "-qq");
  // Installing may succeed even if the list is out of date; the caller looks for the program.
  runApt("install", "-y", "-qq", "--no-install-recommends", ...names);
}

/** @param {string[]} args */
function runApt(...args) {
  const giveUpAt = Date.now() + 600_000;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", LC_ALL: "C" };
  for (;;) {
    const done = spawnSync("apt-get", args, {
      env,
      stdio: ["ignore", "ignore", "pipe"],
      encoding: "utf8",
    });
    if (done.status === 0) return true;
    if (/could not get lock|unable to lock/i.test(done.stderr) && Date.now() < giveUpAt) {
      spawnSync("sleep", ["3"]);
      continue;
    }
    console.error(`apt-get ${args[0]} ended with ${done.status}:\n${done.stderr}`);
    return false;
  }
}

/**
 * Finds a program that is installed, or unpacks its Debian package into the cache rather than installing it, because
 * installing would start it as a service.
 * @param {string} program
 * @param {string} [debianPackage] the package, unless it has the name of the program
 * @returns {string | undefined} its path; undefined if it is not available
 */
export function findOrUnpack(program, debianPackage = program) {
  const folder = inRoot(".cache", "debian", debianPackage);
  const places = [
    ...(process.env.PATH ?? "").split(path.delimiter),
    ...["/usr", path.join(folder, "usr")].flatMap((place) => [`${place}/bin`, `${place}/sbin`]),
  ];
  const find = () =>
    places.map((place) => path.join(place, program)).find((file) => existsSync(file));
  return find() ?? (unpackDebianPackage(debianPackage, folder) ? find() : undefined);
}

/**
 * @param {string} name
 * @param {string} folder
 */
function unpackDebianPackage(name, folder) {
  if (!existsSync("/usr/bin/apt-get")) return false;
  console.log(`fetching ${name} with apt-get …`);
  mkdirSync(folder, { recursive: true });
  /** @param {string} program @param {string[]} args */
  const succeeds = (program, ...args) =>
    spawnSync(program, args, { cwd: folder, stdio: "ignore" }).status === 0;
  // The list of packages may be missing or out of date, which only root can change.
  if (!succeeds("apt-get", "download", "-qq", name)) {
    if (!succeeds("apt-get", "update", "-qq") || !succeeds("apt-get", "download", "-qq", name)) {
      return false;
    }
  }
  const archive = readdirSync(folder).find((file) => file.endsWith(".deb"));
  return archive !== undefined && succeeds("dpkg-deb", "-x", archive, folder);
}
