import { spawnSync } from "node:child_process";
import { existsSync, globSync } from "node:fs";
import path from "node:path";
import { installDebianPackages } from "./debian-packages.mjs";
import { inRoot } from "./run.mjs";

const headlessShells = ["chromium-headless-shell", "chrome-headless-shell"];
const browsers = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/**
 * A Chromium for the journeys: its headless shell, which takes half the CPU time of the whole browser, if it is
 * installed or can be installed from Debian; otherwise the installed browser, or the one that Playwright downloads.
 * @returns {string | undefined} its path; undefined when Playwright finds it without one
 */
export function findOrInstallChromium() {
  const named = process.env.CHROMIUM_PATH ?? findProgram(headlessShells);
  if (named) return named;
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    installDebianPackages(["chromium-headless-shell"]);
    if (!findProgram([...headlessShells, ...browsers])) installDebianPackages(["chromium"]);
  }
  const found = findProgram([...headlessShells, ...browsers]) ?? findOnMac();
  if (found) return found;
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

/**
 * Firefox and WebKit for a short journey each: the installed ones, or else Debian's packages if they may be installed.
 * The journeys of an unavailable engine are skipped.
 * @returns {Record<string, string | undefined>} the environment variables with their paths
 */
export function findOrInstallOtherEngines() {
  const { FIREFOX_PATH, WEBKIT_DRIVER_PATH, WEBKIT_BROWSER_PATH } = findOtherEngines();
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    // They are installed one by one: if one package does not exist, the other may.
    if (!FIREFOX_PATH) installDebianPackages(["firefox-esr"]);
    if (!WEBKIT_DRIVER_PATH || !WEBKIT_BROWSER_PATH) {
      installDebianPackages(["webkit2gtk-driver", "xvfb"]);
    }
  }
  return findOtherEngines();
}

function findOtherEngines() {
  const [browser] = globSync("/usr/lib/*/webkit2gtk-4.*/MiniBrowser").sort().reverse();
  const screen = onPath("Xvfb");
  return {
    FIREFOX_PATH: process.env.FIREFOX_PATH ?? onPath("firefox-esr") ?? onPath("firefox"),
    WEBKIT_DRIVER_PATH: screen && (process.env.WEBKIT_DRIVER_PATH ?? onPath("WebKitWebDriver")),
    WEBKIT_BROWSER_PATH: process.env.WEBKIT_BROWSER_PATH ?? browser,
  };
}

/** @param {string[]} names */
function findProgram(names) {
  return names.map(onPath).find((file) => file !== undefined);
}

/** @param {string} name */
function onPath(name) {
  return ["/usr/bin", ...(process.env.PATH ?? "").split(path.delimiter)]
    .map((folder) => path.join(folder, name))
    .find((file) => existsSync(file));
}

function findOnMac() {
  const file = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";
  return existsSync(file) ? file : undefined;
}
