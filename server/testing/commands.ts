import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { migrateToLatest } from "#server/db/migrate.ts";
import { openDatabase } from "#server/db/open.ts";
import type { Db } from "#server/db/tables.ts";
import { testDatabaseKind, useTestDatabase } from "./database/db.ts";
import { copyEmptyDatabase } from "./database/empty-embedded.ts";

/** A command of the built server for the tests of a file, on its own database. */
export function useTestCommand(
  name: string,
  given: { each?: boolean; settings?: Record<string, string> } = {},
) {
  const database = useTestDatabase({ each: given.each ?? false });
  const databaseUrl = () => (testDatabaseKind === "postgres" ? database.databaseUrl : undefined);
  let dataFolder: string;
  beforeAll(async () => {
    dataFolder = await mkdtemp(join(tmpdir(), `paraline-${name}-`));
    if (testDatabaseKind === "embedded") await copyEmptyDatabase(dataFolder);
  });
  afterAll(() => rm(dataFolder, { recursive: true, force: true }));

  return {
    /** Runs the command of the built server, as an operator does. */
    async run(...words: string[]) {
      const child = spawn(process.execPath, ["dist/server/main.js", name, ...words], {
        env: {
          NODE_COMPILE_CACHE: ".cache/node",
          DATA_DIR: dataFolder,
          LOG_LEVEL: "warn",
          ...given.settings,
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
      const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
      return { code, output };
    },
    /** Opens the database on which the command works. The embedded one is closed when `work` has ended. */
    async within<Result>(work: (db: Db) => Promise<Result>) {
      const opened = await openDatabase({ databaseUrl: databaseUrl(), dataDir: dataFolder });
      try {
        await migrateToLatest(opened.db);
        return await work(opened.db);
      } finally {
        await opened.close();
      }
    },
  };
}
