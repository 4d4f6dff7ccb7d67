import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { findOrInstallChromium, findOrInstallOtherEngines } from "../browser.mjs";
import { buildAll } from "../build/build-all.mjs";
import { runChecks } from "../check/run-checks.mjs";
import { startPostgres } from "../postgres.mjs";
import { inRoot, run } from "../run.mjs";
import { useTemporaryFiles } from "./temporary-files.mjs";
import { readJourneys, readVitest } from "./test-reports.mjs";

/**
 * @import { Tally } from "./test-reports.mjs"
 * @typedef {{ name: string, problems: string[] }} Finding
 */

const reports = inRoot(".cache", "reports");

/**
 * `--changed` restricts a run to what differs from the point where this branch left origin's main, or from the last
 * commit if there is none. `--all` runs every test of the server on both databases, and
 * the journeys on the embedded one.
 * @typedef {{ changes: { since: string, files: string[] } | undefined, all: boolean }} Scope
 */

/**
 * Everything that `npm test` does. Each part runs, whatever the result of those before it, but only the checks run
 * without a build.
 * @type {Record<string, (scope: Scope) => Promise<Tally>>}
 */
const parts = {
  build: async () => ((await buildAll()) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }),
  checks: () => runChecks(),
  bundle: async () =>
    printFindings(await (await import("../build/bundle-check.mjs")).checkBundle()),
  start: async () => printFindings(await (await import("./smoke.mjs")).checkStart()),
  programs: installPrograms,
  vitest: runVitest,
  e2e: runJourneys,
};

/**
 * Ordered so that a mistake is found as soon as possible, stage by stage. The lists of a stage run in parallel, because
 * each keeps about one core busy; the remaining parts keep two busy.
 */
const stages = [[["build", "bundle", "start"], ["checks"], ["programs"]], [["vitest"]], [["e2e"]]];

/** These parts test the product as it is built and started. */
const ofTheProduct = ["bundle", "start", "e2e"];
const theProduct = /^(?:contract|server|web|e2e|package(?:-lock)?\.json)/;

/**
 * Runs the tests, and ends with the names of the failures and one line of totals: `N passed, N failed[, N skipped]`.
 * @param {string[]} args names of parts, none for all of them; `--changed` and `--all`
 * @returns {Promise<number>} the exit code
 */
export async function runTests(args) {
  const scope = {
    changes: args.includes("--changed") ? findChanges() : undefined,
    all: args.includes("--all"),
  };
  const asked = args.filter((arg) => !["--changed", "--all"].includes(arg));
  const unknown = asked.filter((name) => !(name in parts));
  if (unknown.length > 0) {
    console.error(
      `No such part: ${unknown.join(", ")}. The parts are ${Object.keys(parts).join(", ")}.`,
    );
    return 2;
  }
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  let interrupted = false;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => {
      interrupted = true;
    });
  }
  const deleteTemporaryFiles = await useTemporaryFiles();
  const total = { passed: 0, failed: 0, skipped: 0 };
  /** @type {string[]} */
  const failures = [];
  const isWanted = (/** @type {string} */ name) =>
    (asked.length === 0 || asked.includes(name)) &&
    !(ofTheProduct.includes(name) && scope.changes?.files.some(isOfTheProduct) === false);
  const runOne = async (/** @type {string} */ name) => {
    if (interrupted || !isWanted(name)) return;
    console.log(`\n── ${name} ──`);
    const began = performance.now();
    /** @type {Tally} */
    let tally;
    try {
      tally = (await parts[name]?.(scope)) ?? { passed: 0, failed: 1 };
    } catch (error) {
      console.error(error instanceof Error ? error.stack : error);
      tally = { passed: 0, failed: 1 };
    }
    total.passed += tally.passed;
    total.failed += tally.failed;
    total.skipped += tally.skipped ?? 0;
    if (tally.failed > 0) failures.push(name, ...(tally.failures ?? []).map((line) => `  ${line}`));
    const took = ((performance.now() - began) / 1000).toFixed(0);
    console.log(`── ${name}: ${summarizeTally(tally)} (${took} s)`);
  };
  for (const stage of stages) {
    await Promise.all(
      stage.map(async (names) => {
        for (const name of names) if (!failures.includes("build")) await runOne(name);
      }),
    );
    if (failures.includes("build")) {
      console.log("\nThe build failed: the parts that need it were not run.");
      break;
    }
  }
  await deleteTemporaryFiles();
  if (interrupted) console.log("\ninterrupted: not everything was run");
  if (failures.length > 0) console.log(`\nWhat failed:\n${failures.join("\n")}`);
  console.log(`\n${summarizeTally(total)}`);
  return interrupted || total.failed > 0 || total.passed === 0 ? 1 : 0;
}

/** @param {string} file */
const isOfTheProduct = (file) => theProduct.test(file);

function findChanges() {
  const git = (/** @type {string[]} */ ...args) =>
    spawnSync("git", args, { cwd: inRoot(), encoding: "utf8" }).stdout.trim();
  const since = git("merge-base", "HEAD", "origin/main") || "HEAD";
  const files = [
    ...git("diff", "--name-only", since).split("\n"),
    ...git("ls-files", "--others", "--exclude-standard").split("\n"),
  ].filter((file) => file !== "");
  return { since, files };
}

/** @param {Tally} tally */
function summarizeTally({ passed, failed, skipped = 0 }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

/**
 * @param {Finding[]} findings
 * @returns {Tally}
 */
function printFindings(findings) {
  for (const { name, problems } of findings) {
    console.log(`${problems.length === 0 ? "ok    " : "FAILED"} ${name}`);
    for (const problem of problems) console.log(`         ${problem}`);
  }
  const failures = findings.filter(({ problems }) => problems.length > 0).map(({ name }) => name);
  return { passed: findings.length - failures.length, failed: failures.length, failures };
}

/** In a process of its own, because installing blocks the process that does it. */
async function installPrograms() {
  await run(process.execPath, [inRoot("tools/test/install-programs.mjs")]);
  return { passed: 0, failed: 0 };
}

/**
 * @param {Scope} scope
 * @returns {Promise<Tally>}
 */
async function runVitest({ changes, all }) {
  const report = path.join(reports, "vitest.json");
  const code = await run(
    process.execPath,
    [
      inRoot("node_modules/vitest/vitest.mjs"),
      "run",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${report}`,
      ...(changes === undefined ? [] : [`--changed=${changes.since}`, "--passWithNoTests"]),
    ],
    {
      env: { TEST_EMBEDDED: all ? undefined : "what-may-differ" },
    },
  );
  if (changes !== undefined && code === 0 && !existsSync(report)) return { passed: 0, failed: 0 };
  return reported(code, report, readVitest);
}

/**
 * @param {Scope} scope
 * @returns {Promise<Tally>}
 */
async function runJourneys({ all }) {
  const report = path.join(reports, "e2e.json");
  const postgres = all ? undefined : await startPostgres();
  const code = await run(
    process.execPath,
    [
      inRoot("node_modules/@playwright/test/cli.js"),
      "test",
      "--config",
      inRoot("e2e/playwright.config.ts"),
    ],
    {
      env: {
        CHROMIUM_PATH: findOrInstallChromium(),
        ...findOrInstallOtherEngines(),
        E2E_REPORT: report,
        TEST_DATABASE_URL: postgres?.url,
      },
    },
  );
  await postgres?.stop();
  return reported(code, report, readJourneys);
}

/**
 * A runner that fails without a failed test (an error outside of any, no tests at all) counts as one failure.
 * @template Report
 * @param {number} code
 * @param {string} file
 * @param {(report: Report) => Tally} read
 * @returns {Tally}
 */
function reported(code, file, read) {
  if (!existsSync(file)) return { passed: 0, failed: 1, failures: ["it left no report"] };
  const tally = read(JSON.parse(readFileSync(file, "utf8")));
  return code !== 0 && tally.failed === 0
    ? { ...tally, failed: 1, failures: [`its runner ended with ${code}`] }
    : tally;
}
