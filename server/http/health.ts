import { access, constants } from "node:fs/promises";
import type { Hono } from "hono";
import { collectDefaultMetrics, Registry } from "prom-client";
import { type Config, isLoopback } from "#server/config.ts";
import { isMigrated } from "#server/db/migrate.ts";
import { pingDatabase } from "#server/db/ping.ts";
import type { Db } from "#server/db/tables.ts";
import { socketAddress } from "./client-address.ts";
import type { AppEnv } from "./request-context.ts";

/** Health for whoever operates the server: alive, ready, and figures. */
export function healthRoutes(
  app: Hono<AppEnv>,
  { db, config }: { db: Db; config: Pick<Config, "data_dir" | "metrics_token"> },
): void {
  app.get("/healthz", (c) => c.json({ status: "ok" }, 200, { "Cache-Control": "no-store" }));

  app.get("/readyz", async (c) => {
    const checks = {
      database: await check(() => pingDatabase(db)),
      migrations: await check(async () => {
        if (!(await isMigrated(db))) throw new Error("not migrated");
      }),
      storage: await check(() => access(config.data_dir, constants.W_OK)),
    };
    const ready = Object.values(checks).every((state) => state === "ok");
    return c.json({ status: ready ? "ready" : "not ready", checks }, ready ? 200 : 503, {
      "Cache-Control": "no-store",
    });
  });

  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  app.get("/metrics", async (c) => {
    const allowed =
      config.metrics_token === undefined
        ? isLoopback(socketAddress(c) ?? "127.0.0.1")
        : c.req.header("authorization") === `Bearer ${config.metrics_token}`;
    if (!allowed) return c.notFound();
    return c.text(await registry.metrics(), 200, { "Content-Type": registry.contentType });
  });
}

async function check(work: () => Promise<unknown>): Promise<"ok" | "failed"> {
  try {
    await work();
    return "ok";
  } catch {
    return "failed";
  }
}
