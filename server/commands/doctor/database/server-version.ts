import { maxConnections } from "#server/db/postgres.ts";
import { readServerFacts, type ServerFacts } from "#server/db/server-facts.ts";
import { failed, passed } from "#server/system/check.ts";
import { checkSkew } from "../web-clock.ts";
import type { DatabaseCheck } from "./database-check.ts";

const oldestMajor = 15;
const maxSkewSeconds = 5;

/** Whether the database answers, and has a version that the product can work with. */
export const serverVersion: DatabaseCheck = {
  name: "database",
  run: async ({ db, kind }) => {
    const { version, major, isStandby } = await readServerFacts(db);
    if (isStandby) {
      return failed(
        "DATABASE_URL leads to a standby, which stores nothing: set it to the server that it follows.",
      );
    }
    return major < oldestMajor
      ? failed(`The server is PostgreSQL ${version}: use ${oldestMajor} or later.`)
      : passed(kind === "embedded" ? "the embedded one answers" : `PostgreSQL ${version} answers`);
  },
};

/** Whether the server leaves enough connections for one more process of the product. */
export const connections: DatabaseCheck = {
  name: "database: connections",
  run: async ({ db, kind }) =>
    kind === "embedded" ? passed("one, its own") : checkConnections(await readServerFacts(db)),
};

function checkConnections({ connections: used, maxConnections: all }: ServerFacts) {
  return all - used < maxConnections
    ? failed(
        `${used} of ${all} connections are in use, and each process opens up to ${maxConnections}: raise max_connections, or put PgBouncer in front.`,
      )
    : passed(`${used} of ${all} in use; each process opens up to ${maxConnections}`);
}

/** How far the clock of this machine is from the database's. */
export const databaseClock: DatabaseCheck = {
  name: "clock: database",
  run: async ({ db, kind, clock }) => {
    if (kind === "embedded") return passed("the same machine");
    const { now } = await readServerFacts(db);
    return checkSkew(clock.now().getTime() - now, "the database", maxSkewSeconds);
  },
};
