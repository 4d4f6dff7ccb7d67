import { createHash, timingSafeEqual } from "node:crypto";
import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Hono } from "hono";
import { collectDefaultMetrics, Registry } from "prom-client";
import type { Clock } from "#server/clock.ts";
import type { Config } from "#server/config.ts";
import { isMigrated } from "#server/db/migrate.ts";
import { pingDatabase } from "#server/db/ping.ts";
import type { Db } from "#server/db/tables.ts";
import type { AppEnv } from "./request-context.ts";
import { isOnThisMachine } from "./this-machine.ts";

/** How long what the disk said last counts, so that asking often does not wear it. */
const storage_known_ms = 5_000;

type State = "ok" | "failed";

/** Health for whoever operates the server: alive, ready, and figures. */
export function healthRoutes(
  app: Hono<AppEnv>,
  {
    db,
    clock,
    config,
  }: {
    db: Db;
    clock: Clock;
    config: Pick<Config, "data_dir" | "metrics_token" | "on_loopback">;
  },
): void {
  app.get("/healthz", (c) => c.json({ status: "ok" }, 200, { "Cache-Control": "no-store" }));

  const checkStorage = storageCheck(config.data_dir, clock);
  app.get("/readyz", async (c) => {
    const checks = {
      database: await check(() => pingDatabase(db)),
      migrations: await check(async () => {
        if (!(await isMigrated(db))) throw new Error("not migrated");
      }),
      storage: await checkStorage(),
    };
    const ready = Object.values(checks).every((state) => state === "ok");
    return c.json({ status: ready ? "ready" : "not ready", checks }, ready ? 200 : 503, {
      "Cache-Control": "no-store",
    });
  });

  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  app.get("/metrics", async (c) => {
    const { metrics_token } = config;
    const allowed =
      metrics_token === undefined
        ? config.on_loopback && isOnThisMachine(c)
        : isSame(c.req.header("authorization") ?? "", `Bearer ${metrics_token}`);
    if (!allowed) return c.notFound();
    return c.text(await registry.metrics(), 200, { "Content-Type": registry.contentType });
  });
}

/** In a time that tells nothing about where the two differ. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

/** Only writing tells that there is room left. */
function storageCheck(data_dir: string, clock: Clock): () => Promise<State> {
  let last: { at: number; state: Promise<State> } | undefined;
  return () => {
    const now = clock.now().getTime();
    if (last === undefined || Math.abs(now - last.at) >= storage_known_ms) {
      last = { at: now, state: check(() => writeAndRemove(data_dir)) };
    }
    return last.state;
  };
}

async function writeAndRemove(data_dir: string): Promise<void> {
  const file = join(data_dir, `.readiness-${process.pid}`);
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
