import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { inRoot, root } from "../run.mjs";

/**
 * @typedef {{ passed: number, failed: number, skipped?: number, failures?: string[] }} Tally
 *
 * @typedef {object} VitestFile
 * @property {string} name absolute
 * @property {string} status
 * @property {string} message
 * @property {{ status: string, fullName: string, failureMessages: string[] }[]} assertionResults
 *
 * @typedef {object} VitestReport
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numPendingTests
 * @property {number} numTodoTests
 * @property {VitestFile[]} testResults
 *
 * @typedef {object} Journey
 * @property {string} file relative to the journeys' folder
 * @property {string} title
 * @property {boolean} ok
 * @property {{ results: { error?: { message?: string } }[] }[]} tests
 *
 * @typedef {{ specs?: Journey[], suites?: JourneySuite[] }} JourneySuite
 *
 * @typedef {object} JourneyReport
 * @property {{ expected: number, unexpected: number, flaky: number, skipped: number }} stats
 * @property {JourneySuite[]} suites
 */

/**
 * What Vitest's JSON reporter wrote.
 * @param {VitestReport} report
 * @returns {Tally}
 */
export function readVitest(report) {
  const files = report.testResults.map((file) => ({
    ...file,
    failed: file.assertionResults.filter(({ status }) => status === "failed"),
  }));
  // A file that could not be loaded has no tests to count.
  const unloadable = files.filter(
    ({ status, failed }) => status === "failed" && failed.length === 0,
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloadable.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: [
      ...files.flatMap(({ name, failed }) =>
        failed.map((test) => inOneLine(name, test.fullName, test.failureMessages[0])),
      ),
      ...unloadable.map(({ name, message }) => inOneLine(name, "cannot be loaded", message)),
    ],
  };
}

/**
 * What Playwright's JSON reporter wrote. A journey that passed on a retry has passed: only those in other engines may
 * retry.
 * @param {JourneyReport} report
 * @returns {Tally}
 */
export function readJourneys({ stats, suites }) {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    failures: failedIn(suites),
  };
}

/**
 * @param {JourneySuite[]} suites
 * @returns {string[]}
 */
function failedIn(suites) {
  return suites.flatMap(({ specs = [], suites: inner = [] }) => [
    ...specs.flatMap(({ file, title, ok, tests }) => {
      const errors = tests.flatMap(({ results }) => results.flatMap(({ error }) => error ?? []));
      return ok ? [] : [inOneLine(inRoot("e2e", file), title, errors[0]?.message)];
    }),
    ...failedIn(inner),
  ]);
}

/**
 * @param {string} file absolute
 * @param {string} title
 * @param {string} [message] its first line is enough to find the rest
 */
function inOneLine(file, title, message = "") {
  const [first] = stripVTControlCharacters(message).split("\n", 1);
  return `${path.relative(root, file)} › ${title}: ${first}`;
}
