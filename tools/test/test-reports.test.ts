import { expect, test } from "vitest";
import { inRoot } from "../run.mjs";
import { readJourneys, readVitest } from "./test-reports.mjs";

const red = (text: string) => `\u001b[31m${text}\u001b[39m`;

test("a failed test is named with its file and the first line of the reason, and so is a file that cannot be loaded", () => {
  expect(
    readVitest({
      numPassedTests: 1,
      numFailedTests: 1,
      numPendingTests: 2,
      numTodoTests: 1,
      testResults: [
        {
          name: inRoot("server/documents/csv.test.ts"),
          status: "failed",
          message: "",
          assertionResults: [
            { status: "passed", fullName: "is a table", failureMessages: [] },
            {
              status: "failed",
              fullName: "reads back",
              failureMessages: [red("Error: Property failed after 3 tests\n    at csv.test.ts:7")],
            },
          ],
        },
        {
          name: inRoot("web/gone.test.tsx"),
          status: "failed",
          message: "Cannot find ./gone.tsx",
          assertionResults: [],
        },
      ],
    }),
  ).toEqual({
    passed: 1,
    failed: 2,
    skipped: 3,
    failures: [
      "server/documents/csv.test.ts › reads back: Error: Property failed after 3 tests",
      "web/gone.test.tsx › cannot be loaded: Cannot find ./gone.tsx",
    ],
  });
});

test("a failed journey is named, and one that passed on a retry counts as passed", () => {
  const journey = (title: string, ok: boolean, ...messages: (string | undefined)[]) => ({
    file: "paywall.spec.ts",
    title,
    ok,
    tests: [{ results: messages.map((message) => (message ? { error: { message } } : {})) }],
  });
  expect(
    readJourneys({
      stats: { expected: 1, unexpected: 1, flaky: 1, skipped: 0 },
      suites: [
        {
          specs: [journey("looks", true, undefined)],
          suites: [
            {
              specs: [
                journey("pays", false, red("Error: not visible\nCall log")),
                journey("comes back", true, "Error: closed", undefined),
              ],
            },
          ],
        },
      ],
    }),
  ).toEqual({
    passed: 2,
    failed: 1,
    skipped: 0,
    failures: ["e2e/paywall.spec.ts › pays: Error: not visible"],
  });
});
