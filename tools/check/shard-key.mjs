import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { placements, withoutKey } from "./placements.mjs";

/**
 * Checks whether owners could be spread over several servers: each table has a placement, with the column that decides
 * where a row belongs, and each statement that runs often needs one server, or is listed with the reason why not.
 *
 * @typedef {typeof placements} Placements
 * @typedef {{ name: string, text: string }} Statement
 */

/**
 * What is wrong with the placements of tables, one sentence each.
 * @param {string} sources the interfaces of all tables, and their list
 * @param {Placements} given
 */
export function checkPlacements(sources, given) {
  const tables = new Map(
    [...sources.matchAll(/^ {2}"?([a-z_.]+)"?: (\w+Table);$/gm)].map(
      ([, table = "", type = ""]) => [table, type],
    ),
  );
  const missing = [...tables.keys()].filter((table) => given[table] === undefined);
  return [
    ...missing.map((table) => `tools/check/placements.mjs lacks the table ${table}.`),
    ...Object.entries(given).flatMap(([table, { column }]) => {
      const type = tables.get(table);
      if (type === undefined)
        return [`tools/check/placements.mjs names the table ${table}, which does not exist.`];
      const columns = columnsOf(sources, type);
      return column === undefined || columns.includes(column)
        ? []
        : [`${table} has no column ${column}, which tools/check/placements.mjs names for it.`];
    }),
  ];
}

/** @param {string} sources @param {string} type */
function columnsOf(sources, type) {
  const body = sources.split(`interface ${type} {`)[1]?.split("\n}")[0] ?? "";
  return [...body.matchAll(/^ {2}(\w+)\??:/gm)].map(([, column = ""]) => column);
}

/**
 * The key by which a statement finds its server: `nothing` if it asks for rows of owners and names none.
 * @param {string} text
 * @param {Placements} given
 * @returns {"owner" | "circle" | "separate" | "nothing"}
 */
export function keyOf(text, given) {
  const plain = text.replaceAll('"', "").replace(/\s+/g, " ").trim();
  const tables = [
    ...plain.matchAll(/\b(?:from|join|into|update|using) (?:only )?([a-z_]+(?:\.[a-z_]+)?)/g),
  ].map(([, table = ""]) => table);
  const ofOwners = tables.filter((table) =>
    ["owner", "circle", "parent"].includes(given[table]?.placement ?? ""),
  );
  if (ofOwners.length === 0) return "separate";
  if (/\b(?:user_id|owner_id) = \$\d/.test(plain)) return "owner";
  if (/\bcircle_id = \$\d|\bcircles\.id = \$\d/.test(plain)) return "circle";
  if (/^update circles set .* where id = \$\d/.test(plain)) return "circle";
  // New rows of a given circle have a value for its column.
  const [, columns = "", values = ""] =
    /^insert into \w+ \(([^)]*)\) (?:values \(|select )(.*)/.exec(plain) ?? [];
  const place = columns.split(",").findIndex((column) => column.trim() === "circle_id");
  const value = values.replace(/\([^()]*\)/g, "").split(",")[place];
  if (place >= 0 && /^\s*\$\d+\b/.test(value ?? "")) return "circle";
  return "nothing";
}

/**
 * @param {readonly Statement[]} statements
 * @param {{ placements: Placements, withoutKey: ReadonlyMap<string, string> }} given
 */
export function checkStatements(statements, given) {
  const judged = statements.map(({ name, text }) => ({ name, key: keyOf(text, given.placements) }));
  const nowhere = judged.filter(({ key }) => key === "nothing").map(({ name }) => name);
  return {
    judged,
    problems: [
      ...nowhere
        .filter((name) => !given.withoutKey.has(name))
        .map(
          (name) =>
            `The hot statement ${name} asks for rows of owners, but names neither an owner nor a circle. Let it, or give the reason in tools/check/placements.mjs.`,
        ),
      ...[...given.withoutKey.keys()]
        .filter((name) => !nowhere.includes(name))
        .map((name) => `${name} needs no reason any more.`),
    ],
  };
}

/** The hot statements of the product: each file that defines one is loaded. @returns {Promise<Statement[]>} */
async function loadStatements() {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const files = globSync("server/**/*.ts", { cwd: root })
    .filter((file) => !/\.test\.ts$|hot-statements\.ts$/.test(file))
    .map((file) => path.join(root, file))
    .filter((file) => readFileSync(file, "utf8").includes("defineHotStatement<"));
  for (const file of files) await import(pathToFileURL(file).href);
  const { listHotStatements } = await import("#server/db/hot-statements.ts");
  return [...listHotStatements()].map(([name, text]) => ({ name, text }));
}

export function readTableSources() {
  const folder = fileURLToPath(new URL("../../server/db/", import.meta.url));
  return globSync("*tables.ts", { cwd: folder })
    .map((file) => readFileSync(path.join(folder, file), "utf8"))
    .join("\n");
}

/** @type {Record<string, string>} */
const keyNames = {
  owner: "by owner",
  circle: "by circle",
  separate: "in the separate database",
  nothing: "without a key",
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const statements = await loadStatements();
  const { judged, problems } = checkStatements(statements, { placements, withoutKey });
  const all = [...checkPlacements(readTableSources(), placements), ...problems];
  for (const problem of all) console.log(problem);
  if (process.argv.includes("--list")) {
    for (const { name, key } of judged)
      console.log(`${name}: ${withoutKey.get(name) ?? keyNames[key]}`);
  }
  const counted = Object.entries(Object.groupBy(judged, ({ key }) => key))
    .map(([key, those]) => `${keyNames[key]}: ${those?.length}`)
    .join(", ");
  console.log(`shard key: ${judged.length} hot statements (${counted}), ${all.length} reports`);
  process.exitCode = all.length > 0 ? 1 : 0;
}
