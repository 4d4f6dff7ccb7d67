import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { installDebianPackages } from "./postgres.mjs";
import { inRoot } from "./run.mjs";

/**
 * A Chromium for the journeys: the machine's own, else Debian's package when we may install it, else
 * the one Playwright downloads.
 * @returns {string | undefined} its path; undefined when Playwright knows by itself
 */
export function findOrInstallChromium() {
  const found = findChromium();
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    installDebianPackages(["chromium"]);
    const installed = findChromium();
    if (installed) return installed;
  }
  const done = spawnSync(
    process.execPath,
    [inRoot("node_modules/@playwright/test/cli.js"), "install", "chromium-headless-shell"],
    { stdio: ["ignore", "inherit", "inherit"] },
  );
  if (done.status !== 0) {
    throw new Error(
      "No Chromium found or installable. Install one, or name its program in CHROMIUM_PATH.",
    );
  }
  return undefined;
}

/** @returns {string | undefined} */
function findChromium() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
  const folders = ["/usr/bin", ...(process.env.PATH ?? "").split(path.delimiter)];
  return [
    ...folders.flatMap((folder) => names.map((name) => path.join(folder, name))),
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  ].find((file) => existsSync(file));
}
