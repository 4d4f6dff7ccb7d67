import { Kysely, PostgresDialect, type PostgresPoolClient } from "kysely";
import pg from "pg";
import { hotStatementName } from "./hot-statements.ts";
import { createPostgresParsers } from "./parsers.ts";
import type { Db, Tables } from "./tables.ts";
import { setDirectHandle } from "./time-limits.ts";
import { assertOutsideTransaction } from "./transaction-scope.ts";

/** How many connections to a server each process opens. */
export const maxConnections = 10;
/** Connections beside a pooler. Migrations need two: one holds the lock that the other processes wait for. */
const maxDirectConnections = 3;
const connectTimeoutMs = 5_000;
const idleConnectionMs = 30_000;

/** The name that the server shows for processes that serve or run jobs; commands have other names. */
export const serverName = "paraline";

/**
 * Settings as PostgreSQL shows them. They are set by a statement rather than when connecting, because poolers refuse
 * unknown settings at that point.
 */
export const sessionSettings: ReadonlyMap<string, string> = new Map([
  ["TimeZone", "UTC"],
  ["default_transaction_isolation", "read committed"],
  ["statement_timeout", "30s"],
  ["lock_timeout", "10s"],
  ["idle_in_transaction_session_timeout", "30s"],
]);

/** The statement that gives such settings to a session. */
export function writeSettings(settings: Iterable<readonly [name: string, value: string]>): string {
  return [...settings].map(([name, value]) => `set ${name} = '${value}'`).join("; ");
}

/** PgBouncer tracks this setting for each client: without one from the client, it would use the server's default. */
const settingsBehindPooler = ["TimeZone"];

interface PostgresOptions {
  /** How long a query waits for a connection of the pool before it fails. */
  waitMs?: number | undefined;
  /** The name of this process as the server shows it. */
  name?: string | undefined;
  /**
   * The address of the same database without a pooler, if `databaseUrl` leads through one in transaction mode. Through
   * the pooler, each transaction and each statement outside a transaction may run in another session: no statement can
   * be prepared, and {@link withTimeLimits} uses this address.
   */
  directUrl?: string | undefined;
}

/** How many connections of a pool are open, how many of them are idle, and how many queries wait for one. */
export type PoolState = { total: number; idle: number; waiting: number };

type OpenedPostgres = { db: Db; readPool(): PoolState; close(): Promise<void> };

/** Opens a pool on a PostgreSQL server (15 or later). It connects at the first query, which shows a wrong address. */
export function openPostgres(
  databaseUrl: string,
  { directUrl, ...options }: PostgresOptions = {},
): OpenedPostgres {
  if (directUrl === undefined) {
    return openPool(databaseUrl, { ...options, size: maxConnections, hasSessions: true });
  }
  const pooled = openPool(databaseUrl, {
    ...options,
    size: maxConnections,
    hasSessions: false,
  });
  const direct = openPool(directUrl, {
    ...options,
    size: maxDirectConnections,
    hasSessions: true,
  });
  setDirectHandle(pooled.db, direct.db);
  return {
    db: pooled.db,
    readPool: pooled.readPool,
    async close() {
      await Promise.all([pooled.close(), direct.close()]);
    },
  };
}

function openPool(
  address: string,
  {
    waitMs = connectTimeoutMs,
    name = serverName,
    size,
    hasSessions,
  }: Omit<PostgresOptions, "directUrl"> & { size: number; hasSessions: boolean },
): OpenedPostgres {
  const pool = new pg.Pool({
    connectionString: address,
    application_name: name,
    max: size,
    connectionTimeoutMillis: waitMs,
    idleTimeoutMillis: idleConnectionMs,
    types: createPostgresParsers(),
  });
  // A connection may be lost while idle. Its next user gets a failed query. Without a listener, the event would end the
  // process.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));

  const setUp = writeSettings(
    [...sessionSettings].filter(
      ([setting]) => hasSessions || settingsBehindPooler.includes(setting),
    ),
  );
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  async function connect(): Promise<PostgresPoolClient> {
    assertOutsideTransaction();
    const client = await pool.connect();
    const known = clients.get(client);
    if (known) return known;
    try {
      await client.query(setUp);
    } catch (error) {
      // Kysely's own hook for new connections does not release them: after ten such failures the pool would be used up.
      client.release(true);
      throw error;
    }
    const adapted = adaptClient(client, { namesStatements: hasSessions });
    clients.set(client, adapted);
    return adapted;
  }
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool: { options: pool.options, connect, end: () => pool.end() },
    }),
  });
  return {
    db,
    readPool: () => ({
      total: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: () => db.destroy(),
  };
}

/** Kysely does not name statements. This client names those that ask for it, so that the server plans them once. */
function adaptClient(
  client: pg.PoolClient,
  { namesStatements }: { namesStatements: boolean },
): PostgresPoolClient {
  const named = {
    async query(text: string, parameters: readonly unknown[]) {
      const answer: pg.QueryResult | pg.QueryResult[] = await client.query({
        name: namesStatements ? hotStatementName(text) : undefined,
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
