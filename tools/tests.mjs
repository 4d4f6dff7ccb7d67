import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { findOrInstallChromium } from "./browser.mjs";
import { buildAll } from "./builds.mjs";
import { runChecks } from "./checks.mjs";
import { inRoot, run } from "./run.mjs";

/**
 * @typedef {{ passed: number, failed: number, skipped?: number }} Tally
 * @typedef {{ name: string, problems: string[] }} Finding
 */

const reports = inRoot(".cache", "reports");

/**
 * Everything `npm test` does, in the order in which a mistake is found soonest. Each part runs, whatever
 * became of those before it.
 * @type {Record<string, () => Promise<Tally>>}
 */
const parts = {
  build: async () => ((await buildAll()) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }),
  checks: runChecks,
  bundle: async () => tell(await (await import("./bundle-check.mjs")).checkBundle()),
  start: async () => tell(await (await import("./smoke.mjs")).checkStart()),
  vitest: runVitest,
  e2e: runJourneys,
};

/**
 * Ends with one line that counts everything: `N passed, N failed[, N skipped]`.
 * @param {string[]} asked names of parts; none: all
 * @returns {Promise<number>} the exit code
 */
export async function runTests(asked) {
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
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const [name, runPart] of Object.entries(parts)) {
    if (interrupted || (asked.length > 0 && !asked.includes(name))) continue;
    console.log(`\n── ${name} ──`);
    const began = performance.now();
    /** @type {Tally} */
    let tally;
    try {
      tally = await runPart();
    } catch (error) {
      console.error(error instanceof Error ? error.stack : error);
      tally = { passed: 0, failed: 1 };
    }
    total.passed += tally.passed;
    total.failed += tally.failed;
    total.skipped += tally.skipped ?? 0;
    const took = ((performance.now() - began) / 1000).toFixed(0);
    console.log(`── ${name}: ${inWords(tally)} (${took} s)`);
  }
  if (interrupted) console.log("\ninterrupted: not everything was run");
  console.log(`\n${inWords(total)}`);
  return interrupted || total.failed > 0 || total.passed === 0 ? 1 : 0;
}

/** @param {Tally} tally */
function inWords({ passed, failed, skipped = 0 }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

/**
 * @param {Finding[]} findings
 * @returns {Tally}
 */
function tell(findings) {
  for (const { name, problems } of findings) {
    console.log(`${problems.length === 0 ? "ok    " : "FAILED"} ${name}`);
    for (const problem of problems) console.log(`         ${problem}`);
  }
  const failed = findings.filter(({ problems }) => problems.length > 0).length;
  return { passed: findings.length - failed, failed };
}

/** @returns {Promise<Tally>} */
async function runVitest() {
  const report = path.join(reports, "vitest.json");
  const code = await run(
    process.execPath,
    [
      inRoot("node_modules/vitest/vitest.mjs"),
      "run",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${report}`,
    ],
    // A build in this process has left "production" there, with which React has no `act`.
    { env: { NODE_ENV: "test" } },
  );
  if (!existsSync(report)) return { passed: 0, failed: 1 };
  const { numPassedTests, numPendingTests, numTodoTests, numFailedTests, testResults } = JSON.parse(
    readFileSync(report, "utf8"),
  );
  // A file that could not even be loaded has no tests to count.
  const unloadable = testResults.filter(
    (/** @type {{ status: string, assertionResults: { status: string }[] }} */ file) =>
      file.status === "failed" && !file.assertionResults.some(({ status }) => status === "failed"),
  ).length;
  return atLeastOneFailure(code, {
    passed: numPassedTests,
    failed: numFailedTests + unloadable,
    skipped: numPendingTests + numTodoTests,
  });
}

/** @returns {Promise<Tally>} */
async function runJourneys() {
  const report = path.join(reports, "e2e.json");
  const code = await run(
    process.execPath,
    [
      inRoot("node_modules/@playwright/test/cli.js"),
      "test",
      "--config",
      inRoot("e2e/playwright.config.ts"),
    ],
    { env: { CHROMIUM_PATH: findOrInstallChromium(), E2E_REPORT: report } },
  );
  if (!existsSync(report)) return { passed: 0, failed: 1 };
  const { stats } = JSON.parse(readFileSync(report, "utf8"));
  return atLeastOneFailure(code, {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
  });
}

/**
 * A runner that fails without a failed test (an error outside of any, no tests at all) counts as one.
 * @param {number} code
 * @param {Tally} tally
 * @returns {Tally}
 */
function atLeastOneFailure(code, tally) {
  return code !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally;
}
