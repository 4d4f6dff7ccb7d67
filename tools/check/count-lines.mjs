// Prints how many lines each area of the product has: `node tools/check/count-lines.mjs`.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { inRoot, root } from "../run.mjs";

const areas = ["contract", "server", "web", "tools and lab", "other code"];
const tests = "tests and doubles";
const words = "words of docs and other *.md";
/** @type {Map<string, number>} */
const counts = new Map([...areas, tests, words].map((name) => [name, 0]));

for (const file of execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" }).split("\n")) {
  const isProse = file.endsWith(".md");
  // Data, such as the cases that insights are measured by, are no code.
  if (!isProse && !/\.(tsx?|mjs|css|html|grit)$/.test(file)) continue;
  const text = readFileSync(inRoot(file), "utf8");
  const name = isProse ? words : isTest(file) ? tests : findArea(file);
  const units = isProse ? text.split(/\s+/).filter(Boolean) : text.split("\n").slice(1);
  counts.set(name, (counts.get(name) ?? 0) + units.length);
}
for (const [name, count] of counts) console.log(String(count).padStart(8), name);
const code = areas.reduce((sum, name) => sum + (counts.get(name) ?? 0), 0);
console.log(String(code).padStart(8), "outside tests");

/** @param {string} file */
function isTest(file) {
  return /\.(test|spec)\.|^e2e\/|\/testing\//.test(file);
}

/** @param {string} file */
function findArea(file) {
  const folder = file.split("/")[0] ?? "";
  if (folder === "tools" || folder === "lab") return "tools and lab";
  return areas.includes(folder) ? folder : "other code";
}
