import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { cssRules } from "./css-imports.mjs";
import { runImportCheck } from "./import-check.mjs";
import { folderRule, rules, runtimeRules, textRules } from "./import-rules.mjs";

const fixture = fileURLToPath(new URL("import-check-fixture", import.meta.url));

describe("the import check", () => {
  // The first line of each file of the fixture names the rule that it breaks, if it breaks one.
  const expected = globSync("**/*.{ts,tsx,css}", { cwd: fixture })
    .flatMap((file) => {
      const [first = ""] = readFileSync(path.join(fixture, file), "utf8").split("\n");
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
