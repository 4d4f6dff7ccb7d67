import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import path from "node:path";
import { inRoot } from "./run.mjs";

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
