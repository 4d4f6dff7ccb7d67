import { globSync, readFileSync } from "node:fs";

/** What a test may import from `server/testing` without being able to reach a database. */
const without_database = ["clock", "free-port", "model-double", "read-archive", "stripe-double"];
const imports_of_databases = new RegExp(
  `["'](?:#server/testing/(?!(?:${without_database.join("|")})\\.ts)` +
    `|#server/(?:db|jobs)/|#server/(?:app|deps|work)\\.ts|\\./(?:app|deps|work)\\.ts)`,
);

/** Folders in which every test uses a database. */
const of_databases = /^server\/(?:access|db|jobs)\//;

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
  return of_databases.test(file) || imports_of_databases.test(text);
}
