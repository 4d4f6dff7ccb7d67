import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ConfigError, loadConfig } from "./config.ts";
import { createDeps } from "./deps.ts";
import { createLog } from "./log.ts";
import { itOnServer, useTestDatabase } from "./testing/db.ts";

const database = useTestDatabase();
let DATA_DIR = "";

beforeAll(async () => {
  DATA_DIR = await mkdtemp(join(tmpdir(), "paraline-deps-"));
});
afterAll(() => rm(DATA_DIR, { recursive: true, force: true }));

async function refusalOf(DATABASE_URL: string): Promise<readonly string[]> {
  const loaded = loadConfig({ DATA_DIR, DATABASE_URL, BILLING: "off" }, []);
  const error: unknown = await createDeps(
    { ...loaded, open_payments: undefined },
    createLog("silent"),
  ).catch((e: unknown) => e);
  if (error instanceof ConfigError) return error.faults;
  throw error;
}

describe("a database that cannot be used is refused in a sentence without its password,", () => {
  test("when nothing answers there", async () => {
    expect(await refusalOf("postgres://me:a-password@127.0.0.1:1/paraline")).toEqual([
      "DATABASE_URL cannot be used: the server at 127.0.0.1:1 does not answer (ECONNREFUSED)",
    ]);
  });

  itOnServer("when the server has no such database", async () => {
    const address = new URL(database.database_url);
    address.pathname = "/paraline_none";
    expect(await refusalOf(address.href)).toEqual([
      `DATABASE_URL cannot be used: the server at ${address.host} has no database paraline_none`,
    ]);
  });
});
