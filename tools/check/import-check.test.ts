import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { inRoot } from "../run.mjs";
import { cssRules } from "./css-imports.mjs";
import { runImportCheck } from "./import-check.mjs";
import { folderRule, rules, runtimeRules, textRules } from "./import-rules.mjs";

/** A tree of files by their paths. The first line of each names the rule that it breaks, if it breaks one. */
const files = readFileSync(inRoot("tools/check/import-check-fixture.txt"), "utf8")
  .split(/^=== /m)
  .slice(1)
  .map((entry) => ({
    file: entry.slice(0, entry.indexOf("\n")),
    text: entry.slice(entry.indexOf("\n") + 1),
  }));

describe("the import check", () => {
  // It is inside the project, whose packages the files import.
  mkdirSync(inRoot(".cache"), { recursive: true });
  const fixture = mkdtempSync(inRoot(".cache", "import-check-"));
  for (const { file, text } of files) {
    mkdirSync(path.dirname(path.join(fixture, file)), { recursive: true });
    writeFileSync(path.join(fixture, file), text);
  }
  afterAll(() => rmSync(fixture, { recursive: true }));

  const expected = files
    .flatMap(({ file, text }) => {
      const [first = ""] = text.split("\n");
      const rule = /^(?:\/\/|\/\*) breaks: (.+?)(?: \*\/)?$/.exec(first)?.[1];
      return rule === undefined ? [] : [`${rule}: ${file}`];
    })
    .sort();

  test("reports what breaks a rule, and nothing else", async () => {
    const { reports } = await runImportCheck(fixture);
    const found = reports
      // The fixture may import a restricted package whether or not it is installed.
      .filter(({ rule, to }) => rule !== "resolvable" || to.startsWith("."))
      .map(({ rule, from }) => `${rule}: ${from}`);
    expect([...new Set(found)].sort()).toEqual(expected);
  });

  test("has a file in the fixture that breaks each rule", () => {
    const broken = new Set(expected.map((line) => line.split(": ")[0]));
    for (const { name } of [...rules, ...runtimeRules, folderRule, ...textRules, ...cssRules])
      expect(broken).toContain(name);
  });

  test("says what to do instead", async () => {
    const { reports } = await runImportCheck(fixture);
    expect(reports.filter(({ advice }) => advice === "")).toEqual([]);
  });

  test("does not pass when it sees no files", async () => {
    const empty = mkdtempSync(path.join(tmpdir(), "paraline-import-check-"));
    try {
      const { files, reports } = await runImportCheck(empty);
      expect(files).toBe(0);
      expect(reports.map(({ rule, from }) => `${rule}: ${from}`)).toEqual([
        "sees-every-layer: contract/",
        "sees-every-layer: server/",
        "sees-every-layer: web/",
      ]);
    } finally {
      rmSync(empty, { recursive: true });
    }
  });
});
