import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { cruise } from "dependency-cruiser";
import { checkCssImports } from "./css-imports.mjs";
import {
  features,
  folderRule,
  isTest,
  rules,
  runtimeRoots,
  runtimeRules,
  textRules,
} from "./import-rules.mjs";

/**
 * @typedef {{ rule: string, from: string, to: string, advice: string }} Report
 */

const layers = ["contract", "server", "web"];
const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Checks every import of the tree in `folder`, and the text of the files, against the rules. It does not pass if it has
 * not seen the files: each layer must have files, and each file must have been read.
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
        advice: `The features are ${features.join(", ")}. A new one is a decision: give it its place in tools/check/import-rules.mjs.`,
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
  const roots = runtimeRoots.filter((place) => existsSync(path.join(folder, place)));
  const atRunTime =
    roots.length === 0
      ? []
      : (await cruiseWith(folder, roots, runtimeRules, false)).summary.violations;
  const read = new Set(everything.modules.map((module) => module.source));
  for (const file of onDisk.filter((file) => !read.has(file))) {
    reports.push({
      rule: "sees-every-file",
      from: file,
      to: "",
      advice: "The import check did not read this file, so it can't vouch for it.",
    });
  }
  reports.push(...findFolderCycles(everything.modules));
  for (const { from, to, rule, cycle, via } of [...everything.summary.violations, ...atRunTime]) {
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
 * Sub-folders of contract/, a layer or a feature that import each other, directly or through files beside them.
 * @param {import("dependency-cruiser").IModule[]} modules
 * @returns {Report[]}
 */
function findFolderCycles(modules) {
  /** The imports between folders, each with a file that has it. @type {Map<string, Map<string, string>>} */
  const imports = new Map();
  for (const { source, dependencies } of modules) {
    if (isTest.test(source)) continue;
    const [, parent = "", part = ""] = inFolder.exec(source) ?? [];
    for (const { resolved } of dependencies) {
      const [, otherParent, otherPart = ""] = inFolder.exec(resolved) ?? [];
      if (otherParent !== parent || otherPart === part) continue;
      const ofPart = imports.get(parent + part) ?? new Map();
      imports.set(parent + part, ofPart.set(parent + otherPart, source));
    }
  }
  const folders = [...imports.keys()].filter((part) => part.endsWith("/")).sort();
  return folders.flatMap((folder, index) =>
    folders.slice(index + 1).flatMap((other) => {
      const there = findShortestPath(imports, folder, other);
      const back = findShortestPath(imports, other, folder);
      if (there === undefined || back === undefined) return [];
      return {
        rule: folderRule.name,
        from: imports.get(folder)?.get(there[1] ?? "") ?? folder,
        to: [...there, ...back.slice(1)].join(" → "),
        advice: folderRule.comment,
      };
    }),
  );
}

/** A folder with sub-folders, and what is directly in it: a sub-folder or a file. */
const inFolder = /^(contract\/|(?:server|web)\/(?:features\/)?[^/]+\/)([^/]+\/?)/;

/**
 * The shortest way from one to the other.
 * @param {Map<string, Map<string, string>>} imports
 * @param {string} from
 * @param {string} to
 */
function findShortestPath(imports, from, to) {
  const ways = [[from]];
  const seen = new Set([from]);
  for (const way of ways) {
    for (const next of imports.get(way.at(-1) ?? "")?.keys() ?? []) {
      if (next === to) return [...way, next];
      if (seen.has(next)) continue;
      seen.add(next);
      ways.push([...way, next]);
    }
  }
  return undefined;
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
          // This target is enough to keep the imports and drop the types.
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
