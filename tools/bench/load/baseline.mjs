import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { PGlite } from "@electric-sql/pglite";
import pg from "pg";
import { createDurableFiles, durableStartParams } from "#server/db/embedded/durable-files.ts";
import { findPrograms } from "../../postgres.mjs";
import { peoplePerCircle, spread, tokenOf, tokenPrefix } from "./sample.mjs";
import { marks } from "./statements.mjs";

/**
 * The same statements without the product: the load that the database by itself could take.
 *
 * @typedef {object} Round
 * @property {import("./statements.mjs").SubmitStatements} statements
 * @property {number} from number of the first link
 * @property {number} circles
 * @property {number} clients
 * @property {number} seconds
 *
 * @typedef {{ began: number, perSecond: number }} RoundOutcome
 */

/** The path of pgbench, if it is installed. */
export function findPgbench() {
  const nextToServer = path.join(findPrograms() ?? "", "pgbench");
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  return [nextToServer, ...folders.map((folder) => path.join(folder, "pgbench"))].find(
    (file) => path.isAbsolute(file) && existsSync(file),
  );
}

/**
 * @param {string} pgbench
 * @param {string} databaseUrl
 * @param {Round} round
 * @returns {Promise<RoundOutcome>}
 */
export async function runPgbench(pgbench, databaseUrl, round) {
  const folder = await mkdtemp(path.join(tmpdir(), "paraline-pgbench-"));
  try {
    const script = path.join(folder, "submit.sql");
    await writeFile(script, pgbenchScript(round));
    const { stdout: output } = await promisify(execFile)(pgbench, [
      ...["-n", "-M", "prepared", "-c", String(round.clients), "-j", "2"],
      ...["-T", String(round.seconds), "-D", "turn=-1", "-f", script, databaseUrl],
    ]);
    const began = Number(/^number of transactions actually processed: (\d+)/m.exec(output)?.[1]);
    const perSecond = Number(/^tps = ([\d.]+)/m.exec(output)?.[1]);
    if (!(began > 0 && perSecond > 0)) throw new Error(`pgbench said something else:\n${output}`);
    // The slowest client determines how far the numbers go.
    return { began: began * 2, perSecond };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @param {Round} round */
function pgbenchScript({ statements: { read, store }, from, circles, clients }) {
  const prefix = tokenPrefix("named");
  const token = `('${prefix}' || lpad(:seat::text, ${tokenOf("named", 0).length - prefix.length}, '0'))`;
  const expressions = {
    [marks.invite_token]: token,
    [marks.invite_id]: "(:read_id)::uuid",
    [marks.submission_key]: "gen_random_uuid()",
    [marks.id]: "gen_random_uuid()",
    [marks.note_id]: "gen_random_uuid()",
  };
  const inline = (/** @type {import("./statements.mjs").Statement} */ { sql, parameters }) =>
    sql
      .replace(/\$(\d+)/g, (_, place) => {
        const value = parameters[Number(place) - 1];
        return expressions[String(value)] ?? literal(value);
      })
      .replace(/\s+/g, " ");
  return [
    String.raw`\set turn :turn + 1`,
    String.raw`\set number ${from} + :turn * ${clients} + :client_id`,
    String.raw`\set seat (:number % ${circles}) * ${peoplePerCircle} + :number / ${circles}`,
    // \gset requires exactly one row, so a link that was used before would be noticed.
    `${inline(read)} ${String.raw`\gset read_`}`,
    `${inline(store)} ${String.raw`\gset stored_`}`,
    "",
  ].join("\n");
}

/** @param {unknown} value */
function literal(value) {
  if (value === null) return "null";
  if (typeof value === "boolean") return String(value);
  const text = value instanceof Date ? value.toISOString() : String(value);
  // A colon would start a pgbench variable.
  return `E'${text.replaceAll("\\", "\\\\").replaceAll("'", "''").replaceAll(":", "\\x3a")}'`;
}

/**
 * The same with the product's own driver, if there is no pgbench.
 * @param {string} databaseUrl
 * @param {Round} round
 * @returns {Promise<RoundOutcome>}
 */
export async function runDriver(databaseUrl, round) {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
  try {
    return await runLoop(round, async (name, text, values) => {
      const { rows } = await pool.query({ name, text, values });
      return rows;
    });
  } finally {
    await pool.end();
  }
}

/**
 * The embedded database by itself, with the durability that the product uses. It must not be open elsewhere.
 * @param {string} dataFolder
 * @param {Round} round
 * @returns {Promise<RoundOutcome>}
 */
export async function runPglite(dataFolder, round) {
  const pglite = await PGlite.create({
    fs: createDurableFiles(path.join(dataFolder, "database", "files")),
    startParams: durableStartParams,
  });
  try {
    return await runLoop({ ...round, clients: 1 }, async (_name, text, values) => {
      const { rows } = await pglite.query(text, values.map(withoutHex));
      return /** @type {Record<string, unknown>[]} */ (rows);
    });
  } finally {
    await pglite.close();
  }
}

/** PGlite accepts bytes only as bytes, not as hex. @param {unknown} value */
function withoutHex(value) {
  const isHex = typeof value === "string" && value.startsWith("\\x");
  return isHex ? Buffer.from(value.slice(2), "hex") : value;
}

/**
 * @param {Round} round
 * @param {(name: string, text: string, values: unknown[]) => Promise<Record<string, unknown>[]>} query
 * @returns {Promise<RoundOutcome>}
 */
async function runLoop({ statements, from, circles, clients, seconds }, query) {
  let began = 0;
  const start = performance.now();
  const submit = async () => {
    while (performance.now() - start < seconds * 1000) {
      const token = tokenOf("named", spread(from + began, circles));
      began += 1;
      /** @type {Record<string, unknown>} */
      const fresh = {
        [marks.invite_token]: token,
        [marks.submission_key]: randomUUID(),
        [marks.id]: randomUUID(),
        [marks.note_id]: randomUUID(),
      };
      const ask = (/** @type {"read" | "store"} */ name) => {
        const { sql, parameters } = statements[name];
        return query(
          name,
          sql,
          parameters.map((value) => fresh[String(value)] ?? value),
        );
      };
      const [invite] = await ask("read");
      fresh[marks.invite_id] = invite?.id;
      const stored = await ask("store");
      if (stored.length !== 1) throw new Error(`The link ${token} was used before.`);
    }
  };
  await Promise.all(Array.from({ length: clients }, submit));
  return { began, perSecond: began / ((performance.now() - start) / 1000) };
}
