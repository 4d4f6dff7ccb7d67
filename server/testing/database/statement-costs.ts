import { CompiledQuery, type DatabaseConnection } from "kysely";
import type { Db } from "#server/db/tables.ts";
import { listenToStatements } from "./statements.ts";

export interface StatementCost {
  sql: string;
  /** How many blocks of tables and indexes it read; a block counts each time. */
  blocks: number;
  /** How many rows the steps of its plan handled together; a row counts each time. */
  rows: number;
  /** The names of the tables that were read from beginning to end, and of the indexes that were used. */
  scanned: string[];
  indexes: string[];
}

interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Shared Hit Blocks"?: number;
  "Shared Read Blocks"?: number;
  "Actual Rows"?: number;
  "Actual Loops"?: number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Join Filter"?: number;
  Plans?: PlanNode[];
}

const isExplained = /^\s*(?:select|insert|update|delete|with)\b/i;

/**
 * What each statement that is sent to the database server while `run` is running costs. Each is explained just before
 * it runs, in a part of its transaction that is rolled back, so its own effect happens once. What triggers do is not
 * included.
 */
export async function measureStatements(
  db: Db,
  run: () => Promise<unknown>,
): Promise<StatementCost[]> {
  const costs: StatementCost[] = [];
  await listenToStatements(db, run, (execute) => {
    let isInTransaction = false;
    return async (query) => {
      if (isExplained.test(query.sql)) costs.push(await explain(execute, query, isInTransaction));
      if (/^\s*(?:begin|start transaction)\b/i.test(query.sql)) isInTransaction = true;
      if (/^\s*(?:commit|rollback(?! to))\b/i.test(query.sql)) isInTransaction = false;
    };
  });
  return costs;
}

/** The blocks of all statements together. */
export function sumBlocks(costs: readonly StatementCost[]): number {
  return costs.reduce((sum, { blocks }) => sum + blocks, 0);
}

/** The rows that all statements handled. */
export function sumRows(costs: readonly StatementCost[]): number {
  return costs.reduce((sum, { rows }) => sum + rows, 0);
}

/** Refreshes what the planner knows about every table, as the server does by itself after a while. */
export async function analyze(db: Db): Promise<void> {
  await db.executeQuery(CompiledQuery.raw("analyze"));
}

async function explain(
  executeQuery: DatabaseConnection["executeQuery"],
  query: CompiledQuery,
  isInTransaction: boolean,
): Promise<StatementCost> {
  const run = (sql: string) => executeQuery(CompiledQuery.raw(sql));
  await run(isInTransaction ? "savepoint explained" : "begin");
  const { rows } = await executeQuery<{ "QUERY PLAN": [{ Plan: PlanNode }] }>(
    CompiledQuery.raw(`explain (analyze, buffers, timing off, format json) ${query.sql}`, [
      ...query.parameters,
    ]),
  );
  await run(isInTransaction ? "rollback to savepoint explained" : "rollback");
  const plan = rows[0]?.["QUERY PLAN"][0].Plan;
  if (!plan) throw new Error(`No plan of: ${query.sql}`);
  const nodes = listPlanNodes(plan);
  return {
    sql: query.sql,
    blocks: (plan["Shared Hit Blocks"] ?? 0) + (plan["Shared Read Blocks"] ?? 0),
    rows: nodes.reduce((sum, node) => sum + rowsOfNode(node), 0),
    scanned: nodes
      .filter((node) => node["Node Type"] === "Seq Scan" && node["Actual Loops"] !== 0)
      .flatMap((node) => node["Relation Name"] ?? []),
    indexes: nodes.flatMap((node) => node["Index Name"] ?? []),
  };
}

function listPlanNodes(plan: PlanNode): PlanNode[] {
  return [plan, ...(plan.Plans ?? []).flatMap(listPlanNodes)];
}

function rowsOfNode(node: PlanNode): number {
  const each =
    (node["Actual Rows"] ?? 0) +
    (node["Rows Removed by Filter"] ?? 0) +
    (node["Rows Removed by Join Filter"] ?? 0);
  return each * (node["Actual Loops"] ?? 0);
}
