import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { migrateToLatest } from "#server/db/migrate.ts";
import { openDatabase } from "#server/db/open.ts";
import { testDatabaseKind, useTestDatabase } from "#server/testing/db.ts";

const database = useTestDatabase();
const databaseUrl = () => (testDatabaseKind === "postgres" ? database.databaseUrl : undefined);

let dataFolder: string;
beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), "paraline-keys-"));
});
afterAll(() => rm(dataFolder, { recursive: true, force: true }));

/** The command as an operator gives it, to the built server. */
async function rotateKeys(...words: string[]) {
  const child = spawn(process.execPath, ["dist/server/main.js", "keys-rotate", ...words], {
    env: {
      NODE_COMPILE_CACHE: ".cache/node",
      DATA_DIR: dataFolder,
      LOG_LEVEL: "warn",
      AUTH_SIGNING_ALGORITHM: "RS256",
      ...(databaseUrl() !== undefined && { DATABASE_URL: databaseUrl() }),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const code = await new Promise((resolve) => child.once("close", resolve));
  return { code, output };
}

async function states() {
  const opened = await openDatabase({ databaseUrl: databaseUrl(), dataDir: dataFolder });
  try {
    await migrateToLatest(opened.db);
    const rows = await opened.db.selectFrom("auth.signing_keys").select("state").execute();
    return rows.map(({ state }) => state).sort();
  } finally {
    await opened.close();
  }
}

it("an operator prepares a key, lets it sign at once, and removes every former one", {
  timeout: 120_000,
}, async () => {
  const prepared = await rotateKeys();
  expect(prepared.output).toMatch(/^The key \S+ is published, and signs from 20\S+Z on/);
  expect(prepared.code).toBe(0);
  expect(await states()).toEqual(["current", "standby"]);

  const replaced = await rotateKeys("--now");
  expect(replaced.output).toMatch(
    /^The key \S+ signs from now on\. Tokens of the former key stay valid until they end\.\n$/,
  );
  expect(await states()).toEqual(["current", "previous"]);

  const cleared = await rotateKeys("--now", "--compromised");
  expect(cleared.output).toContain("2 former keys were removed");
  expect(await states()).toEqual(["current"]);
});

it("an operator who mistypes the command gets its description, and nothing changes", async () => {
  const { code, output } = await rotateKeys("--compromized");
  expect([code, output]).toEqual([1, expect.stringContaining("npm run keys:rotate -- --now")]);
  expect((await rotateKeys("--help")).code).toBe(0);
  expect(await states()).toEqual(["current"]);
});
