import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { cruise } from "dependency-cruiser";
import { checkCssImports } from "./css-imports.mjs";
import { features, rules, runtimeRules, textRules } from "./import-rules.mjs";

/**
 * @typedef {{ rule: string, from: string, to: string, advice: string }} Report
 */

const layers = ["contract", "server", "web"];
const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Checks every import of the tree in `folder` against the rules, and the files' text. Never passes unseen files: each
 * layer must have files, and each file must have been read.
 * @param {string} folder
 * @returns {Promise<{ files: number, imports: number, reports: Report[] }>}
 */
export async function runImportCheck(folder) {
  const places = [...layers, "e2e"].filter((place) => existsSync(path.join(folder, place)));
  const onDisk = globSync(`{${[...layers, "e2e"].join(",")}}/**/*.{ts,tsx}`, { cwd: folder })
    .map((file) => file.split(path.sep).join("/"))
    .filter((file) => !file.endsWith(".d.ts"));

  /** @type {Report[]} */
  const reports = [];
  for (const layer of layers) {
    if (!onDisk.some((file) => file.startsWith(`${layer}/`))) {
      reports.push({
        rule: "sees-every-layer",
        from: `${layer}/`,
        to: "",
        advice: "No files there: the import check looks in the wrong place.",
      });
    }
  }
  for (const file of onDisk) {
    const feature = /^(?:server|web)\/features\/([^/]+)\//.exec(file)?.[1];
    if (feature !== undefined && !features.includes(feature)) {
      reports.push({
        rule: "known-features",
        from: file,
        to: "",
        advice: `The rooms are ${features.join(", ")}. A new one is a decision: give it its place in tools/import-rules.mjs.`,
      });
    }
  }
  for (const { name, comment, path: place, text } of textRules) {
    for (const file of onDisk.filter((file) => place.test(file))) {
      if (!text.test(readFileSync(path.join(folder, file), "utf8"))) continue;
      reports.push({ rule: name, from: file, to: "", advice: comment });
    }
  }
  reports.push(...checkCssImports(folder));
  if (places.length === 0) return { files: 0, imports: 0, reports };

  const everything = await cruiseWith(folder, places, rules, true);
  const atRunTime = await cruiseWith(folder, places, runtimeRules, false);
  const read = new Set(everything.modules.map((module) => module.source));
  for (const file of onDisk.filter((file) => !read.has(file))) {
    reports.push({
      rule: "sees-every-file",
      from: file,
      to: "",
      advice: "The import check did not read this file, so it can't vouch for it.",
    });
  }
  for (const { from, to, rule, cycle, via } of [
    ...everything.summary.violations,
    ...atRunTime.summary.violations,
  ]) {
    const chain = (cycle ?? via)?.map((step) => step.name).join(" → ");
    reports.push({
      rule: rule.name,
      from,
      to: chain ?? to,
      advice: [...rules, ...runtimeRules].find(({ name }) => name === rule.name)?.comment ?? "",
    });
  }
  return {
    files: onDisk.filter((file) => read.has(file)).length,
    imports: everything.summary.totalDependenciesCruised ?? 0,
    reports,
  };
}

/**
 * @param {string} folder
 * @param {string[]} places
 * @param {import("dependency-cruiser").IForbiddenRuleType[]} forbidden
 * @param {boolean} withTypes
 */
async function cruiseWith(folder, places, forbidden, withTypes) {
  const { output } = await cruise(
    places,
    {
      baseDir: folder,
      validate: true,
      ruleSet: { forbidden },
      tsPreCompilationDeps: withTypes,
      doNotFollow: { path: "node_modules" },
      exclude: { path: String.raw`\.(?:css|svg|png|webp|woff2|json)(?:\?|$)` },
    },
    { conditionNames: ["import", "browser", "default"], exportsFields: ["exports"] },
    {
      tsConfig: {
        options: {
          // Enough to keep the imports and drop the types.
          target: 99,
          module: 99,
          jsx: 4,
          verbatimModuleSyntax: true,
        },
      },
    },
  );
  if (typeof output === "string") throw new Error("dependency-cruiser answered with text");
  return output;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { files, imports, reports } = await runImportCheck(root);
  for (const { rule, from, to, advice } of reports) {
    console.log(`${from}${to ? ` → ${to}` : ""}\n    ${rule}: ${advice}`);
  }
  console.log(`import check: ${files} files, ${imports} imports, ${reports.length} reports`);
  process.exitCode = reports.length > 0 ? 1 : 0;
}
