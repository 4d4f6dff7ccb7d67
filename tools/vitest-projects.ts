import { globSync, readFileSync } from "node:fs";

/** Which tests of the server run where. What is not sure to be the same everywhere runs on both databases. */

export type ServerTests = {
  /** Open no database: run once. */
  unit: string[];
  /** Run on the embedded database. */
  embedded: string[];
  /** Run on a PostgreSQL server, of those. */
  server: string[];
};

/** What a test may import of `server/testing` without being able to reach a database. */
const without_database = ["clock", "free-port", "model-double", "read-archive", "stripe-double"];
const imports_of_databases = new RegExp(
  `["'](?:#server/testing/(?!(?:${without_database.join("|")})\\.ts)` +
    `|#server/(?:db|jobs)/|#server/(?:app|deps|work)\\.ts|\\./(?:app|deps|work)\\.ts)`,
);

/** Folders in which everything is about a database. */
const of_databases = /^server\/(?:access|db|jobs)\//;
/** What the two databases may differ in: connections, locks, order, time, limits, bytes on disk. */
const names_that_differ =
  /account|address|anonym|answer|concurren|contact|disk|kill|limit|lock|migrat|order|owner-sees|private|quer|read-|rotat|session|twice|transaction/;
const words_that_differ =
  /\b(?:itOnServer|test_database_kind|database_url|createServerDatabase|inTransaction|Promise\.all(?:Settled)?)\b|\bsql[`<]|\.transaction\(|queries\.ts["']/;

/** @param everything also on the server what cannot differ there */
export function sortServerTests(
  root: string,
  { everything }: { everything: boolean },
): ServerTests {
  const tests: ServerTests = { unit: [], embedded: [], server: [] };
  for (const file of globSync("server/**/*.test.{ts,tsx}", { cwd: root }).toSorted()) {
    const text = readFileSync(`${root}/${file}`, "utf8");
    if (!opensDatabase(file, text)) tests.unit.push(file);
    else {
      tests.embedded.push(file);
      if (everything || mayDiffer(file, text)) tests.server.push(file);
    }
  }
  return tests;
}

export function opensDatabase(file: string, text: string): boolean {
  return of_databases.test(file) || imports_of_databases.test(text);
}

export function mayDiffer(file: string, text: string): boolean {
  return of_databases.test(file) || names_that_differ.test(file) || words_that_differ.test(text);
}
