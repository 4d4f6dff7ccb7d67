import { describe, expect, test } from "vitest";
import { inRoot } from "../run.mjs";
import { opensDatabase, sortServerTests } from "./vitest-projects.ts";

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
});

test("every test of the server runs once or on both databases", () => {
  const { unit, onDatabase } = sortServerTests(inRoot());
  expect(unit).toContain("server/csv.test.ts");
  expect(onDatabase).toContain("server/db/transactions.test.ts");
  expect(unit.filter((file) => onDatabase.includes(file))).toEqual([]);
});
