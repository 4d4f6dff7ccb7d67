import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { runFence } from "./fence.mjs";
import { rules, runtimeRules, textRules } from "./fence-rules.mjs";

const fixture = fileURLToPath(new URL("fence-fixture", import.meta.url));

describe("the import fence", () => {
  // Each file of the fixture names in its first line the rule it breaks; the others break none.
  const expected = globSync("**/*.{ts,tsx}", { cwd: fixture })
    .flatMap((file) => {
      const [first = ""] = readFileSync(path.join(fixture, file), "utf8").split("\n");
      const rule = /^\/\/ breaks: (.+)$/.exec(first)?.[1];
      return rule === undefined ? [] : [`${rule}: ${file}`];
    })
    .sort();

  test("reports what breaks a rule, and nothing else", async () => {
    const { reports } = await runFence(fixture);
    const found = reports
      // The fixture may import a restricted package whether or not it is installed.
      .filter(({ rule, to }) => rule !== "resolvable" || to.startsWith("."))
      .map(({ rule, from }) => `${rule}: ${from}`);
    expect([...new Set(found)].sort()).toEqual(expected);
  });

  test("has an offender in the fixture for every rule", () => {
    const broken = new Set(expected.map((line) => line.split(": ")[0]));
    for (const { name } of [...rules, ...runtimeRules, ...textRules])
      expect(broken).toContain(name);
  });

  test("says what to do instead", async () => {
    const { reports } = await runFence(fixture);
    expect(reports.filter(({ advice }) => advice === "")).toEqual([]);
  });

  test("does not pass when it sees no files", async () => {
    const empty = mkdtempSync(path.join(tmpdir(), "paraline-fence-"));
    try {
      const { files, reports } = await runFence(empty);
      expect(files).toBe(0);
      expect(reports.map(({ rule, from }) => `${rule}: ${from}`)).toEqual([
        "sees-every-floor: contract/",
        "sees-every-floor: server/",
        "sees-every-floor: web/",
      ]);
    } finally {
      rmSync(empty, { recursive: true });
    }
  });
});
