import { CompiledQuery, Kysely, PostgresDialect, type PostgresPoolClient } from "kysely";
import pg from "pg";
import { hotStatementName } from "./hot-statements.ts";
import { createPostgresParsers } from "./parsers.ts";
import type { Db, Tables } from "./tables.ts";
import { assertOutsideTransaction } from "./transaction-scope.ts";

const connectionsAtMost = 10;
const connectTimeoutMs = 5_000;
const idleConnectionMs = 30_000;

/** What the server shows as the name of a process that serves or works; commands have others. */
export const serverName = "paraline";

/** Set by statement rather than at connecting, because connection poolers refuse unknown settings there. */
const sessionSettings = [
  "set time zone 'UTC'",
  "set default_transaction_isolation = 'read committed'",
  "set statement_timeout = '30s'",
  "set lock_timeout = '10s'",
  "set idle_in_transaction_session_timeout = '30s'",
].join("; ");

/**
 * Opens a pool on a PostgreSQL server (15 or later). Connects at the first query, so a wrong address is found there.
 * @param options.waitMs how long a query waits for a connection of the pool before it fails
 * @param options.name what the server shows as the name of this process
 */
export function openPostgres(
  databaseUrl: string,
  { waitMs = connectTimeoutMs, name = serverName } = {},
): { db: Db; close(): Promise<void> } {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: name,
    max: connectionsAtMost,
    connectionTimeoutMillis: waitMs,
    idleTimeoutMillis: idleConnectionMs,
    types: createPostgresParsers(),
  });
  // A connection may die while idle. Its next user gets a failed query; without a listener the event would end
  // the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));

  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool: {
        options: pool.options,
        async connect() {
          assertOutsideTransaction();
          const client = await pool.connect();
          const known = clients.get(client) ?? withHotStatementNames(client);
          clients.set(client, known);
          return known;
        },
        end: () => pool.end(),
      },
      onCreateConnection: async (connection) => {
        await connection.executeQuery(CompiledQuery.raw(sessionSettings));
      },
    }),
  });
  return { db, close: () => db.destroy() };
}

/** Kysely names no statement; this client names those that ask for it, so that the server plans them once. */
function withHotStatementNames(client: pg.PoolClient): PostgresPoolClient {
  const named = {
    async query(text: string, parameters: readonly unknown[]) {
      const answer: pg.QueryResult | pg.QueryResult[] = await client.query({
        name: hotStatementName(text),
        text,
        values: [...parameters],
      });
      // A text of several statements is answered by a list; see the embedded database's `exec`.
      if (!Array.isArray(answer)) return answer;
      return { command: "SELECT", rowCount: 0, rows: answer.flatMap(({ rows }) => rows) };
    },
    release: (destroy?: boolean) => client.release(destroy),
  };
  // Kysely's type also has cursors, which only its streams use.
  return named as PostgresPoolClient;
}
