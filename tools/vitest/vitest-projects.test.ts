import { describe, expect, test } from "vitest";
import { inRoot } from "../run.mjs";
import {
  mayDifferOnEmbedded,
  opensDatabase,
  sortServerTests,
  sortWebTests,
} from "./vitest-projects.ts";

const file = "server/features/circles/circles.test.ts";

describe("a test of the server", () => {
  test.each([
    ["uses the test database", file, 'import { x } from "#server/testing/database/db.ts";'],
    ["uses a double that may reach it", file, 'import { x } from "#server/testing/new.ts";'],
    ["imports what opens one", file, 'import { x } from "#server/db/open.ts";'],
    ["imports the whole app", "server/app.test.ts", 'import { x } from "./app.ts";'],
    ["lies where everything is about databases", "server/db/parsers.test.ts", ""],
  ])("a test of the server that %s is not a unit test", (_, name, text) => {
    expect(opensDatabase(name, text)).toBe(true);
  });

  test("a test of the server of pure rules is a unit test, even with a clock or a model's double", () => {
    expect(opensDatabase(file, 'import { x } from "./csv.ts";')).toBe(false);
    expect(opensDatabase(file, 'import { x } from "#server/testing/clock.ts";')).toBe(false);
  });
});

test.each([
  ["is about the database", "server/db/parsers.test.ts", ""],
  ["is about who may read what", "server/access/session.test.ts", ""],
  ["stores answers", "server/features/feedback/submit-feedback.test.ts", ""],
  ["keeps answers anonymous", "server/features/circles/anonymous-promise.test.ts", ""],
  ["asks which database it is", file, 'test.runIf(testDatabaseKind === "embedded")'],
  ["opens files of its own", file, "await openEmbedded(folder)"],
])("a test that %s also runs on the embedded database", (_, name, text) => {
  expect(mayDifferOnEmbedded(name, text)).toBe(true);
});

test("a test of the pages on which people answer runs on a server only", () => {
  expect(mayDifferOnEmbedded("server/features/feedback/share-link.test.ts", "")).toBe(false);
});

test("every test of the server runs once, or on a server and where it may differ on both databases", () => {
  const { unit, onDatabase, onEmbedded } = sortServerTests(inRoot());
  expect(unit).toContain("server/documents/csv.test.ts");
  expect(onDatabase).toContain("server/db/transactions.test.ts");
  expect(unit.filter((file) => onDatabase.includes(file))).toEqual([]);
  expect(onEmbedded).toContain("server/process/crash.test.ts");
  expect(onEmbedded).not.toContain("server/features/covers/covers.test.ts");
  expect(onEmbedded.filter((file) => !onDatabase.includes(file))).toEqual([]);
});

test("tests of the web have a document, except those of pure rules", () => {
  const { unit, inDocument } = sortWebTests(inRoot());
  expect(unit).toContain("web/features/invites/add/parse-people.test.ts");
  expect(inDocument).toContain("web/features/circles/draft/edit-draft.test.ts");
  expect(inDocument).toContain("web/screens/create.test.tsx");
  expect(inDocument.filter((file) => unit.includes(file))).toEqual([]);
});
