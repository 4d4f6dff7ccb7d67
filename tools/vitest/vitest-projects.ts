import { globSync, readFileSync } from "node:fs";

/** What a test may import from `server/testing` without being able to reach a database. */
const withoutDatabase = ["clock", "free-port", "model-double", "read-archive", "stripe-double"];
const importsOfDatabases = new RegExp(
  `["'](?:#server/testing/(?!(?:${withoutDatabase.join("|")})\\.ts)` +
    `|#server/(?:db|jobs)/|#server/(?:app|deps|worker)\\.ts|\\./(?:app|deps|worker)\\.ts)`,
);

/** Folders in which every test uses a database. */
const ofDatabases = /^server\/(?:access|db|jobs)\//;

/** The tests of the server: those without a database run once, all others on both databases. */
export function sortServerTests(root: string): { unit: string[]; onDatabase: string[] } {
  const files = globSync("server/**/*.test.{ts,tsx}", { cwd: root }).toSorted();
  const needsDatabase = (file: string) =>
    opensDatabase(file, readFileSync(`${root}/${file}`, "utf8"));
  return {
    unit: files.filter((file) => !needsDatabase(file)),
    onDatabase: files.filter(needsDatabase),
  };
}

export function opensDatabase(file: string, text: string): boolean {
  return ofDatabases.test(file) || importsOfDatabases.test(text);
}
