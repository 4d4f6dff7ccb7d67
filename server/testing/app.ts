import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach } from "vitest";
import type { EndpointOutput } from "#contract/endpoint.ts";
import { minuteMs } from "#contract/values/durations.ts";
import { createApp } from "#server/app.ts";
import { type Config, loadConfig } from "#server/config/config.ts";
import { createDeps, type Deps } from "#server/deps.ts";
import { type BillingChoice, billingSettings } from "#server/features/billing/billing-choices.ts";
import type { OpenPayments } from "#server/features/billing/provider.ts";
import { paymentProviders } from "#server/features/billing/providers.ts";
import type { InsightsEngine } from "#server/features/insights/engine.ts";
import { loadWebBuild } from "#server/http/pages/web-build.ts";
import { createLog, type Logger } from "#server/system/log.ts";
import type { Tracing } from "#server/telemetry/tracing.ts";
import { jobHandlers } from "#server/worker.ts";
import type { TestCalls } from "./calls.ts";
import { createTestClock } from "./clock.ts";
import { type TestDatabase, useTestDatabase } from "./database/db.ts";
import { createTestJobs, type TestJobs } from "./jobs.ts";
import { withNamedErrors } from "./named-errors.ts";
import { createTestOwner, type TestOwner } from "./owners.ts";
import { createTestReceipts, testAppSecret } from "./secrets.ts";
import { createSentEmails, type SentEmails } from "./sent-emails.ts";
import { createTestCircles, type TestCircles } from "./test-circles.ts";
import { createTestPurchases, type TestPurchases } from "./test-purchases.ts";

/** The whole app on a test database, with a clock and a queue that the test controls. */
export interface TestApp extends TestCalls {
  readonly database: TestDatabase;
  readonly jobs: TestJobs;
  readonly circles: TestCircles;
  readonly purchases: TestPurchases;
  readonly emails: SentEmails;
  createOwner(given?: OwnerGiven): Promise<TestOwner>;
  /** Gives every test of the file a new owner. */
  useOwner(given?: OwnerGiven): TestOwner;
}

type OwnerGiven = Parameters<typeof createTestOwner>[1];

/**
 * Starts the app before the file's tests and cleans up after them. Before each test its clock shows `start` again. It
 * has its own database, which `each` empties before every test, unless it shares a given one.
 */
export function useTestApp(
  given: {
    database?: TestDatabase;
    each?: boolean;
    environment?: Record<string, string>;
    config?: Partial<Config>;
    start?: string;
    engine?: InsightsEngine;
    tracing?: Tracing;
    log?: Logger;
    providers?: readonly BillingChoice<OpenPayments>[];
  } = {},
): TestApp {
  const database = given.database ?? useTestDatabase({ each: given.each ?? false });
  const clock = createTestClock(given.start);
  const start = clock.now();
  let started: { app: Awaited<ReturnType<typeof createApp>>; deps: Deps; jobs: TestJobs };
  let dataFolder: string;

  beforeAll(async () => {
    dataFolder = await mkdtemp(join(tmpdir(), "paraline-test-"));
    const { config, openPayments } = loadConfig(
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
    const log = given.log ?? createLog(config.logLevel);
    const jobs = await createTestJobs(database.db, clock, log);
    const made = await createDeps({ config: { ...config, ...given.config }, openPayments }, log, {
      database: { db: database.db, kind: database.kind },
      clock,
      jobs,
      heavyWorkMs: 10 * minuteMs,
      ...(given.engine !== undefined && { engine: given.engine }),
      ...(given.tracing !== undefined && { tracing: given.tracing }),
    });
    const deps = { ...made, receipts: createTestReceipts(made.secrets) };
    started = { app: await createApp(deps, await loadWebBuild("dist")), deps, jobs };
  }, 60_000);
  beforeEach(() => clock.set(start));
  afterAll(async () => {
    await started?.deps.heavyWork.close();
    await started?.jobs.stop();
    await rm(dataFolder, { recursive: true, force: true });
  });

  const request = withNamedErrors(async (path, init) => started.app.request(path, init));
  const app: TestCalls & Omit<TestApp, "circles" | "purchases" | "emails"> = {
    clock,
    database,
    get deps() {
      return started.deps;
    },
    get db() {
      return database.db;
    },
    get jobs() {
      return started.jobs;
    },
    request,
    post: (path, body, headers = {}) =>
      request(path, {
        method: "POST",
        headers: { "Content-Type": "application/json", ...headers },
        body: JSON.stringify(body),
      }),
    postForm: (path, fields) =>
      request(path, { method: "POST", body: new URLSearchParams(fields) }),
    as: (owner, method, path, body) =>
      request(path, {
        method,
        headers: {
          Authorization: `Bearer ${owner.access_token}`,
          ...(body !== undefined && { "Content-Type": "application/json" }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    async call(owner, endpoint, { params = {}, body } = {}) {
      const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? "");
      const response = await app.as(owner, endpoint.method, path, body);
      const text = await response.text();
      if (response.status !== (endpoint.status ?? 200)) throw new Error(`${path}: ${text}`);
      return endpoint.output.parse(JSON.parse(text)) as EndpointOutput<typeof endpoint>;
    },
    async work() {
      await started.jobs.runDue(jobHandlers(started.deps));
    },
    createOwner: (owner) => createTestOwner(started.deps, owner),
    useOwner(given) {
      const owner: TestOwner = { user_id: "", email: "", access_token: "" };
      beforeEach(async () => {
        Object.assign(owner, await app.createOwner(given));
      });
      return owner;
    },
  };
  return Object.assign(app, {
    circles: createTestCircles(app),
    purchases: createTestPurchases(app),
    emails: createSentEmails(app),
  });
}
