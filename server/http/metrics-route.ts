import { createHash, timingSafeEqual } from "node:crypto";
import type { Hono } from "hono";
import { secondMs } from "#contract/values/durations.ts";
import type { Config } from "#server/config/config.ts";
import type { PoolState } from "#server/db/postgres.ts";
import type { Db } from "#server/db/tables.ts";
import { readDatabaseFigures } from "#server/jobs/overdue-work.ts";
import type { Clock } from "#server/system/clock.ts";
import type { DatabaseFigures, Metrics } from "#server/telemetry/metrics.ts";
import { isOnThisMachine } from "./is-on-this-machine.ts";
import type { AppEnv } from "./request-context.ts";

/** How long figures from the database are reused, however often the metrics are read. */
const figuresKnownMs = 10 * secondMs;
/** After this, the metrics are shown without them. */
const figuresWithinMs = 2 * secondMs;

export function metricsRoute(
  app: Hono<AppEnv>,
  {
    db,
    clock,
    metrics,
    readPool,
    config: { metricsToken, onLoopback },
  }: {
    db: Db;
    clock: Clock;
    metrics: Metrics;
    readPool: (() => PoolState) | undefined;
    config: Pick<Config, "metricsToken" | "onLoopback">;
  },
): void {
  const readFigures = readSeldom(clock, () => readDatabaseFigures(db, clock.now()));
  app.get("/metrics", async (c) => {
    const allowed =
      metricsToken === undefined
        ? onLoopback && isOnThisMachine(c)
        : isSame(c.req.header("authorization") ?? "", `Bearer ${metricsToken}`);
    if (!allowed) return c.notFound();
    const recorders = await metrics.start();
    // This comes before the query below, which needs a connection itself.
    if (readPool !== undefined) recorders.setPool(readPool());
    recorders.setDatabaseFigures(await readFigures());
    return c.text(await recorders.write(), 200, { "Content-Type": recorders.contentType });
  });
}

/** Queries at most once within some seconds, and does not wait long. Undefined if there was no answer. */
function readSeldom(
  clock: Clock,
  read: () => Promise<DatabaseFigures>,
): () => Promise<DatabaseFigures | undefined> {
  let last: { at: number; figures: Promise<DatabaseFigures | undefined> } | undefined;
  return () => {
    const now = clock.now().getTime();
    if (last === undefined || Math.abs(now - last.at) >= figuresKnownMs) {
      last = { at: now, figures: read().catch(() => undefined) };
    }
    const { promise: late, resolve } = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => resolve(undefined), figuresWithinMs);
    return Promise.race([last.figures, late]).finally(() => clearTimeout(timer));
  };
}

/** Compares in constant time, so that the duration does not show where the two differ. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
