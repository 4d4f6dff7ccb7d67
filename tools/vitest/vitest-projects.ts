import { globSync, readFileSync } from "node:fs";

/** The modules of `server/testing` that a test may import without being able to reach a database. */
const withoutDatabase = [
  "clock",
  "free-port",
  "model-double",
  "s3-double",
  "settings",
  "files/read-archive",
  "stripe/stripe-double",
];
const importsOfDatabases = new RegExp(
  `["'](?:#server/testing/(?!(?:${withoutDatabase.join("|")})\\.ts)` +
    `|#server/(?:db|jobs)/|#server/(?:app|deps|worker)\\.ts|\\./(?:app|deps|worker)\\.ts)`,
);

/** Folders in which every test uses a database. */
const ofDatabases = /^server\/(?:access|db|jobs)\//;

/** `npm test` sets this. With Vitest by hand and `npm run test:all`, every test runs on both databases. */
export const onlyWhatMayDiffer = process.env.TEST_EMBEDDED === "what-may-differ";

/** Tests of how answers are stored, kept apart from their authors, and released. */
const ofAnswers = /^server\/features\/feedback\/|anonym/;

/** Tests of answers that are about what people are shown: pages, wording, limits, comparisons. It is the same on both. */
const ofPages =
  /\/feedback\/(?:consented-processor|link-limits|owner-sees-nothing|private-link|reflections-form|share-link|then-and-now)\./;

/** What a test that is about the embedded database itself mentions. */
const mentionsOfEmbedded = /\b(?:testDatabaseKind|openEmbedded|PGlite)\b/;

/**
 * The tests of the server. Those without a database run once. All others run on a PostgreSQL server, where requests
 * really run at the same time. On the embedded database, `npm run test:all` runs all of them, too, and otherwise only
 * those run whose result may differ there.
 */
export function sortServerTests(root: string): {
  unit: string[];
  onDatabase: string[];
  onEmbedded: string[];
} {
  const files = globSync("server/**/*.test.{ts,tsx}", { cwd: root })
    .toSorted()
    .map((file) => ({ file, text: readFileSync(`${root}/${file}`, "utf8") }));
  const pick = (isWanted: (file: string, text: string) => boolean) =>
    files.filter(({ file, text }) => isWanted(file, text)).map(({ file }) => file);
  return {
    unit: pick((file, text) => !opensDatabase(file, text)),
    onDatabase: pick(opensDatabase),
    onEmbedded: pick((file, text) => opensDatabase(file, text) && mayDifferOnEmbedded(file, text)),
  };
}

/** What a test of the web mentions that needs a document or a browser's storage. */
const ofBrowsers = /\b(?:document|window|localStorage|renderHook)\b|draft-storage/;

/** The tests of the web. Making a document takes half of a test's time, and pure rules do not need one. */
export function sortWebTests(root: string): { unit: string[]; inDocument: string[] } {
  const files = globSync("web/**/*.test.{ts,tsx}", { cwd: root }).toSorted();
  const needsDocument = (file: string) =>
    file.endsWith(".tsx") || ofBrowsers.test(readFileSync(`${root}/${file}`, "utf8"));
  return {
    unit: files.filter((file) => !needsDocument(file)),
    inDocument: files.filter(needsDocument),
  };
}

export function opensDatabase(file: string, text: string): boolean {
  return ofDatabases.test(file) || importsOfDatabases.test(text);
}

export function mayDifferOnEmbedded(file: string, text: string): boolean {
  return (
    ofDatabases.test(file) ||
    (ofAnswers.test(file) && !ofPages.test(file)) ||
    mentionsOfEmbedded.test(text)
  );
}
