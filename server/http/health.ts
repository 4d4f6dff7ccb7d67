import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Hono } from "hono";
import type { Config } from "#server/config/config.ts";
import { isDiskCleanupLate } from "#server/db/disk-cleanups.ts";
import { isMigrated } from "#server/db/migrate.ts";
import type { DatabaseKind } from "#server/db/open.ts";
import { checkWrites, pingDatabase } from "#server/db/ping.ts";
import type { Db } from "#server/db/tables.ts";
import type { Clock } from "#server/system/clock.ts";
import type { AppEnv } from "./request-context.ts";

/** How long the result of a write is reused, so that frequent checks do not wear the disk. */
const writeKnownMs = 5_000;

type State = "ok" | "failed";

export function healthRoutes(
  app: Hono<AppEnv>,
  {
    db,
    kind,
    clock,
    config,
    checkCovers,
  }: {
    db: Db;
    kind: DatabaseKind;
    clock: Clock;
    config: Pick<Config, "dataDir">;
    checkCovers: (() => string) | undefined;
  },
): void {
  app.get("/healthz", (c) => c.json({ status: "ok" }, 200, { "Cache-Control": "no-store" }));

  const checkStorage = throttleWriteCheck(clock, () => writeAndRemove(config.dataDir));
  const checkDatabaseWrites = throttleWriteCheck(clock, () => checkWrites(db, clock.now()));
  app.get("/readyz", async (c) => {
    const storage = await checkStorage();
    const answers = await check(() => pingDatabase(db));
    // The embedded database is on the same disk and crashes when it is full, and then nothing could be read either.
    const isSpared = kind === "embedded" && storage === "failed";
    const checks = {
      database: answers === "failed" || isSpared ? answers : await checkDatabaseWrites(),
      migrations: await check(async () => {
        if (!(await isMigrated(db))) throw new Error("not migrated");
      }),
      storage,
    };
    const ready = Object.values(checks).every((state) => state === "ok");
    // The last two are reported, but are no reason to take a server out of service: that would not clean anything up,
    // and people can answer without covers.
    const cleanup = await cleanupState(db, clock.now());
    const covers = checkCovers?.();
    return c.json(
      {
        status: ready ? "ready" : "not ready",
        checks,
        cleanup,
        ...(covers !== undefined && { covers }),
      },
      ready ? 200 : 503,
      { "Cache-Control": "no-store" },
    );
  });
}

async function cleanupState(db: Db, now: Date): Promise<"ok" | "late" | "unknown"> {
  try {
    return (await isDiskCleanupLate(db, now)) ? "late" : "ok";
  } catch {
    return "unknown";
  }
}

/** Only a write proves that there is space left. Its result is reused for some seconds. */
function throttleWriteCheck(clock: Clock, write: () => Promise<void>): () => Promise<State> {
  let last: { at: number; state: Promise<State> } | undefined;
  return () => {
    const now = clock.now().getTime();
    if (last === undefined || Math.abs(now - last.at) >= writeKnownMs) {
      last = { at: now, state: check(write) };
    }
    return last.state;
  };
}

async function writeAndRemove(dataFolder: string): Promise<void> {
  const file = join(dataFolder, `.readiness-${process.pid}`);
  try {
    const handle = await open(file, "w", 0o600);
    try {
      await handle.writeFile("ready\n");
      await handle.sync();
    } finally {
      await handle.close();
    }
  } finally {
    await rm(file, { force: true });
  }
}

async function check(work: () => Promise<unknown>): Promise<State> {
  try {
    await work();
    return "ok";
  } catch {
    return "failed";
  }
}
