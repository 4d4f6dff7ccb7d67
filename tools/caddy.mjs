import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import path from "node:path";
import { inRoot } from "./run.mjs";

/**
 * Caddy, the proxy of the tests with several processes: the one installed, else Debian's package, which is unpacked into
 * the cache rather than installed, because installing it starts it as a service.
 * @returns {string | undefined} its path; undefined where it cannot be had
 */
export function findOrInstallCaddy() {
  const folder = inRoot(".cache", "caddy");
  const unpacked = path.join(folder, "usr", "bin", "caddy");
  const places = [
    "/usr/bin/caddy",
    ...(process.env.PATH ?? "").split(path.delimiter).map((place) => path.join(place, "caddy")),
    unpacked,
  ];
  const find = () => process.env.CADDY_PATH ?? places.find((file) => existsSync(file));
  return find() ?? (unpackDebianPackage("caddy", folder) ? find() : undefined);
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
