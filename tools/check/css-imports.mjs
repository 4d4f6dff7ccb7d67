import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";

/**
 * The import check for stylesheets: who may load whose. The same layers as for modules, since a stylesheet belongs to
 * the components beside it. Only the owner's pages load `owner-*.css`.
 * `from` and `to` are patterns; where the first group of both matches the same, the import stays within one feature.
 *
 * @typedef {{ rule: string, from: string, to: string, advice: string }} Report
 */
export const cssRules = [
  {
    name: "css-order-ui",
    comment: "ui/ knows no feature: what a feature looks like is beside its component.",
    from: /^web\/ui\//,
    to: /^web\/(?!ui\/)/,
  },
  {
    name: "css-features-apart",
    comment:
      "A feature's stylesheet is its own. What several features show alike belongs to a component of ui/.",
    from: /^web\/features\/([^/]+)\//,
    to: /^web\/(?!ui\/)(?:features\/([^/]+)\/)?/,
  },
  {
    name: "css-order-screens",
    comment: "screens/ and shell/ load ui/, features and themselves; the lists at web/ load them.",
    from: /^web\/(?:screens|shell)\//,
    to: /^web\/(?:[^/]+$|invitee\/)/,
  },
  {
    name: "css-order-invitee",
    comment:
      "The invitee's page loads stylesheets of ui, brand, question-types and features alone, and none of the owner's pages.",
    from: /^web\/invitee\//,
    to: /^web\/(?!ui\/|brand\/|question-types\/|features\/|invitee\/)|\/owner-[^/]+$/,
  },
];

/**
 * Checks what the stylesheets and modules of web/ in `folder` load, and that each stylesheet is loaded at all.
 * @param {string} folder
 * @returns {Report[]}
 */
export function checkCssImports(folder) {
  /** @type {Report[]} */
  const reports = [];
  const loaded = new Set();
  for (const { from, to, specifier } of listImports(folder)) {
    loaded.add(to);
    if (!existsSync(path.join(folder, to))) {
      const advice = "There is no such stylesheet.";
      reports.push({ rule: "css-resolvable", from, to: specifier, advice });
    }
    for (const rule of cssRules) {
      const own = rule.from.exec(from);
      const other = rule.to.exec(to);
      if (own === null || other === null) continue;
      if (own[1] !== undefined && own[1] === other[1]) continue;
      reports.push({ rule: rule.name, from, to, advice: rule.comment });
    }
  }
  for (const from of globSync("web/**/*.css", { cwd: folder }).map(slashes)) {
    if (loaded.has(from)) continue;
    const advice = "Nothing loads it: add it to the list of the page that shows it, or delete it.";
    reports.push({ rule: "css-loaded", from, to: "", advice });
  }
  return [...reports, ...checkClasses(folder)];
}

/**
 * The looks of a component are only in stylesheets: there are no generated utilities, and no classes that are in no
 * stylesheet.
 * See docs/decisions/code.md, 20.
 * @param {string} folder
 * @returns {Report[]}
 */
function checkClasses(folder) {
  /** @type {Report[]} */
  const reports = [];
  const known = new Set();
  for (const file of globSync("web/**/*.css", { cwd: folder }).map(slashes)) {
    const text = readFileSync(path.join(folder, file), "utf8").replace(/\/\*[\s\S]*?\*\//g, "");
    for (const [, name] of text.matchAll(/\.([a-z][\w-]*)/gi)) known.add(name);
    const generated = /@apply\b|@tailwind\b|tailwindcss(?:\/utilities|")/.exec(text)?.[0];
    if (generated === undefined) continue;
    const advice =
      "Write the style beside its component: utilities are not generated (decision 20).";
    reports.push({ rule: "css-no-utilities", from: file, to: generated, advice });
  }
  for (const from of globSync("web/**/*.tsx", { cwd: folder }).map(slashes)) {
    if (from.endsWith(".test.tsx")) continue;
    const text = readFileSync(path.join(folder, from), "utf8");
    for (const [, names = ""] of text.matchAll(/\b(?:className|frame)="([^"]+)"/g)) {
      for (const to of names.split(/\s+/).filter((name) => !known.has(name))) {
        const advice = "No stylesheet has this class: add it to the one beside the component.";
        reports.push({ rule: "css-class-exists", from, to, advice });
      }
    }
  }
  return reports;
}

/** @param {string} folder */
function listImports(folder) {
  return globSync("web/**/*.{css,ts,tsx,html}", { cwd: folder })
    .map(slashes)
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .flatMap((from) => {
      const text = readFileSync(path.join(folder, from), "utf8");
      const pattern = from.endsWith(".css")
        ? /^@(?:import|reference) "([^"]+)"/gm
        : /(?:\bimport |\bfrom |\bimport\(|\bhref=)"([^"]+\.css)(?:\?\w+)?"/g;
      return [...text.matchAll(pattern)].flatMap(([, specifier = ""]) => {
        const to = specifier.startsWith("#web/")
          ? `web/${specifier.slice("#web/".length)}`
          : specifier.startsWith("/")
            ? `web${specifier}`
            : specifier.startsWith(".")
              ? path.posix.join(path.posix.dirname(from), specifier)
              : undefined;
        return to === undefined ? [] : [{ from, to, specifier }];
      });
    });
}

/** @param {string} file */
function slashes(file) {
  return file.split(path.sep).join("/");
}
