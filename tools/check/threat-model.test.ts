import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { inRoot } from "../run.mjs";

test("every test that the threat model names exists, and every promise names one", () => {
  const text = readFileSync(inRoot("docs", "threat-model.md"), "utf8");
  const promises = text.slice(text.indexOf("## Promises")).split(/^- /m).slice(1);
  expect(promises.length).toBeGreaterThan(30);

  const problems = promises.flatMap((promise) => {
    const files = [...promise.matchAll(/`([^`\s]+\.test\.tsx?)`/g)].map(([, file = ""]) => file);
    if (files.length === 0) return [`names no test: ${promise}`];
    return files.filter((file) => !existsSync(inRoot(file)));
  });
  expect(problems).toEqual([]);
});
