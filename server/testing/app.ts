import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { createApp } from "#server/app.ts";
import { type Config, loadConfig } from "#server/config/config.ts";
import { createDeps, type Deps } from "#server/deps.ts";
import { type BillingChoice, billingSettings } from "#server/features/billing/billing-choices.ts";
import type { OpenPayments } from "#server/features/billing/provider.ts";
import { paymentProviders } from "#server/features/billing/providers.ts";
import type { InsightsEngine } from "#server/features/insights/engine.ts";
import { loadWebBuild } from "#server/http/pages/web-build.ts";
import { createLog } from "#server/log.ts";
import { jobHandlers } from "#server/worker.ts";
import { createTestClock, type TestClock } from "./clock.ts";
import type { TestDatabase } from "./db.ts";
import { createTestJobs, type TestJobs } from "./jobs.ts";
import { withNamedErrors } from "./named-errors.ts";
import { createTestOwner, type TestOwner } from "./owners.ts";
import { testAppSecret } from "./secrets.ts";

/** The whole app on the file's test database, with a clock and a queue that the test drives by hand. */
export interface TestApp {
  readonly deps: Deps;
  readonly clock: TestClock;
  readonly jobs: TestJobs;
  request(path: string, init?: RequestInit): Promise<Response>;
  /** A call of `/api` as an owner; the body goes as JSON. */
  as(owner: TestOwner, method: string, path: string, body?: unknown): Promise<Response>;
  createOwner(given?: Parameters<typeof createTestOwner>[1]): Promise<TestOwner>;
  /** Works every job that is due by the test's clock, until none is left. */
  work(): Promise<void>;
}

/** Starts the app before the file's tests and clears up after them. */
export function useTestApp(
  database: TestDatabase,
  given: {
    environment?: Record<string, string>;
    config?: Partial<Config>;
    start?: string;
    engine?: InsightsEngine;
    providers?: readonly BillingChoice<OpenPayments>[];
  } = {},
): TestApp {
  let started: Omit<TestApp, "as" | "request"> & { app: Awaited<ReturnType<typeof createApp>> };
  let dataFolder: string;

  beforeAll(async () => {
    dataFolder = await mkdtemp(join(tmpdir(), "paraline-test-"));
    const { config, open_payments } = loadConfig(
      {
        DATA_DIR: dataFolder,
        LOG_LEVEL: "fatal",
        RATE_LIMITS: "off",
        BILLING: "off",
        APP_SECRET: testAppSecret,
        ...given.environment,
      },
      billingSettings(given.providers ?? paymentProviders),
    );
    const clock = createTestClock(given.start);
    const jobs = await createTestJobs(database.db, clock);
    const deps = await createDeps(
      { config: { ...config, ...given.config }, open_payments },
      createLog(config.log_level),
      {
        database: { db: database.db, kind: database.kind },
        clock,
        jobs,
        ...(given.engine !== undefined && { engine: given.engine }),
      },
    );
    const app = await createApp(deps, await loadWebBuild("dist"));
    started = {
      app,
      deps,
      clock,
      jobs,
      createOwner: (owner) => createTestOwner(deps, owner),
      work: async () => {
        await jobs.runDue(jobHandlers(deps));
      },
    };
  }, 60_000);

  afterAll(async () => {
    await started?.jobs.stop();
    await rm(dataFolder, { recursive: true, force: true });
  });

  const request = withNamedErrors(async (path, init) => started.app.request(path, init));
  return {
    get deps() {
      return started.deps;
    },
    get clock() {
      return started.clock;
    },
    get jobs() {
      return started.jobs;
    },
    request,
    as: (owner, method, path, body) =>
      request(path, {
        method,
        headers: {
          Authorization: `Bearer ${owner.access_token}`,
          ...(body !== undefined && { "Content-Type": "application/json" }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    createOwner: (owner) => started.createOwner(owner),
    work: () => started.work(),
  };
}
