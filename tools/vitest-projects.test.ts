import { describe, expect, test } from "vitest";
import { inRoot } from "./run.mjs";
import { mayDiffer, opensDatabase, sortServerTests } from "./vitest-projects.ts";

const file = "server/features/circles/circles.test.ts";

describe("a test of the server", () => {
  test.each([
    ["uses the test database", file, 'import { x } from "#server/testing/db.ts";'],
    ["uses a double that may reach it", file, 'import { x } from "#server/testing/new.ts";'],
    ["imports what opens one", file, 'import { x } from "#server/db/open.ts";'],
    ["imports the whole app", "server/app.test.ts", 'import { x } from "./app.ts";'],
    ["lies where everything is about databases", "server/db/parsers.test.ts", ""],
  ])("that %s is no unit test", (_, name, text) => {
    expect(opensDatabase(name, text)).toBe(true);
  });

  test("of pure rules is one, with a clock or a model's double too", () => {
    expect(opensDatabase(file, 'import { x } from "./csv.ts";')).toBe(false);
    expect(opensDatabase(file, 'import { x } from "#server/testing/clock.ts";')).toBe(false);
  });

  test.each([
    ["needs two connections", file, "itOnServer("],
    ["does two things at once", file, "await Promise.all(["],
    ["speaks SQL", file, "sql`select 1`"],
    ["opens a transaction", file, "database.db.transaction()"],
    ["asks which database it is on", file, "test_database_kind"],
    ["imports queries", file, 'import { x } from "./queries.ts";'],
    ["is about anonymity", "server/features/circles/anonymous-promise.test.ts", ""],
    ["is about limits", "server/features/auth/limits.test.ts", ""],
    ["lies where everything is about databases", "server/jobs/jobs.test.ts", ""],
  ])("that %s runs on both databases", (_, name, text) => {
    expect(mayDiffer(name, text)).toBe(true);
  });
});

test("every test of the server runs somewhere, and on request on both databases", () => {
  const some = sortServerTests(inRoot(), { everything: false });
  const all = sortServerTests(inRoot(), { everything: true });
  expect(some.unit).not.toHaveLength(0);
  expect(some.embedded).toEqual(expect.arrayContaining(some.server));
  expect(some.server).toContain("server/db/transactions.test.ts");
  expect(all.server).toEqual(all.embedded);
  expect([some.unit, some.embedded]).toEqual([all.unit, all.embedded]);
});
