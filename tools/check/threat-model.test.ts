import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { inRoot } from "../run.mjs";

/** A file in backquotes, and the titles in quotes that may follow it; "…" stands for any text. */
const fileAndTitles = /`([^`\s]+\.test\.tsx?)`(?::\s+("[^"]+"(?:,\s+"[^"]+")*))?/g;

test("every test that the threat model names exists, and every promise names one", () => {
  const text = readFileSync(inRoot("docs", "threat-model.md"), "utf8");
  const promises = text
    .slice(text.indexOf("## Promises"))
    .split(/^- /m)
    .slice(1)
    .map((promise) => promise.replaceAll(/\s+/g, " "));
  expect(promises.length).toBeGreaterThan(30);

  const missing: string[] = [];
  for (const promise of promises) {
    const named = [...promise.matchAll(fileAndTitles)];
    if (named.length === 0) missing.push(`names no test: ${promise}`);
    for (const [, file = "", titles = ""] of named) {
      const tests = existsSync(inRoot(file)) ? readFileSync(inRoot(file), "utf8") : undefined;
      if (tests === undefined) missing.push(`no such file: ${file}`);
      for (const [, title = ""] of titles.matchAll(/"([^"]+)"/g)) {
        const parts = title.split("…").map((part) => part.trim());
        if (!parts.every((part) => tests?.includes(part))) missing.push(`${file}: ${title}`);
      }
    }
  }
  expect(missing).toEqual([]);
});
