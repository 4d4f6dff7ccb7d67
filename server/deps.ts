import { mkdir } from "node:fs/promises";
import { extname, join } from "node:path";
import { DomainError } from "#contract/errors.ts";
import { limits } from "#contract/limits.ts";
import { dayMs } from "#contract/values/durations.ts";
import { requireReadableKeys } from "#server/access/encryption/circle-keys.ts";
import { type ErasureList, openErasureList } from "#server/access/erasures/erasure-list.ts";
import { createReceiptHasher, type ReceiptHasher } from "#server/access/receipt-hasher.ts";
import { createSessionReader, type SessionReader } from "#server/access/session.ts";
import {
  openSigningKeys,
  requireReadableSigningKeys,
  type SigningKeys,
} from "#server/access/signing-keys.ts";
import { type Config, ConfigError } from "#server/config/config.ts";
import { markInUse, requireUsableDatabase } from "#server/db/database-state.ts";
import { cleanDisk } from "#server/db/disk-cleanups.ts";
import { migrateToLatest } from "#server/db/migrate.ts";
import { type DatabaseKind, type OpenedDatabase, openDatabase } from "#server/db/open.ts";
import { requireOwnSessions, requireSessionSettings } from "#server/db/pooled-sessions.ts";
import type { Db } from "#server/db/tables.ts";
import { unreachableReason } from "#server/db/unreachable-reason.ts";
import {
  createPasswordHasher,
  type PasswordHasher,
} from "#server/features/auth/password-hasher.ts";
import { openTextTransport } from "#server/features/auth/text-messages/open-text-transport.ts";
import type { TextTransport } from "#server/features/auth/text-messages/text-transport.ts";
import { observePayments } from "#server/features/billing/observe-payments.ts";
import type { OpenPayments, PaymentProvider } from "#server/features/billing/provider.ts";
import type { CoverStore } from "#server/features/covers/cover-store.ts";
import { openCoverStore } from "#server/features/covers/open-cover-store.ts";
import type { InsightsEngine } from "#server/features/insights/engine.ts";
import { localEngine } from "#server/features/insights/engine.ts";
import { createModelEngine } from "#server/features/insights/engines/engine-model.ts";
import { createLimiter } from "#server/http/rate-limits.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import { startJobs } from "#server/jobs/start.ts";
import type { MailTransport } from "#server/mail/transport.ts";
import { createOutbox, type Outbox } from "#server/mail/transport-outbox.ts";
import { createSmtpTransport } from "#server/mail/transport-smtp.ts";
import { type Clock, systemClock } from "#server/system/clock.ts";
import { type HeavyWork, type HeavyWorkBudget, openHeavyWork } from "#server/system/heavy-work.ts";
import type { Logger } from "#server/system/log.ts";
import { createSecrets, type Secrets } from "#server/system/secrets.ts";
import { createMetrics, type Metrics } from "#server/telemetry/metrics.ts";
import { openTracing } from "#server/telemetry/open-tracing.ts";
import type { Tracing } from "#server/telemetry/tracing.ts";

/** Everything the process owns, built once. */
export interface Deps {
  config: Config;
  clock: Clock;
  log: Logger;
  metrics: Metrics;
  /** Undefined if no traces are made. */
  tracing: Tracing | undefined;
  db: Db;
  kind: DatabaseKind;
  /** Undefined for the embedded database, which has one connection. */
  readPool: OpenedDatabase["readPool"] | undefined;
  jobs: Jobs;
  secrets: Secrets;
  keys: SigningKeys;
  sessions: SessionReader;
  /** There is one for the whole process, so that it never hashes more at once than it has cores. */
  passwords: PasswordHasher;
  receipts: ReceiptHasher;
  /** What sends emails. */
  transport: MailTransport;
  /** The same, if emails are kept instead of sent. */
  outbox: Outbox | undefined;
  /** What sends codes to phones; undefined if phones are not offered. */
  texts: TextTransport | undefined;
  covers: CoverStore;
  erasures: ErasureList;
  /** What makes insights; undefined if they are turned off. */
  engine: InsightsEngine | undefined;
  /** What runs work that would keep this process from serving. */
  heavyWork: HeavyWork;
  /** What takes payments; undefined if everything is unlocked. */
  payments: PaymentProvider | undefined;
  close(): Promise<void>;
}

/** An owner's heavy work, by the seconds that it takes. */
const heavyWorkRules = {
  heavy_work: { points: limits.heavyWorkSecondsADay, seconds: dayMs / 1000 },
} as const;

/** The thread's entry is beside this file, in the sources as in the build. */
const heavyThreadFile = join(import.meta.dirname, `heavy-thread${extname(import.meta.filename)}`);

/** What tests replace: the database that they share, the clock that they move, the queue that they control. */
interface DepsOverrides {
  database?: Pick<OpenedDatabase, "db" | "kind"> & Partial<OpenedDatabase>;
  clock?: Clock;
  jobs?: Jobs;
  transport?: MailTransport;
  engine?: InsightsEngine;
  tracing?: Tracing;
  /** On a busy machine, starting the thread from its sources may take long. */
  heavyWorkMs?: number;
}

/** Opens what the process owns. The database is migrated then. */
export async function createDeps(
  { config, openPayments }: { config: Config; openPayments: OpenPayments | undefined },
  log: Logger,
  overrides: DepsOverrides = {},
): Promise<Deps> {
  await mkdir(config.dataDir, { recursive: true });
  const clock = overrides.clock ?? systemClock;
  const metrics = createMetrics(clock);
  const tracing = overrides.tracing ?? (config.tracing && (await openTracing(config.tracing, log)));
  const secrets = createSecrets(config.appSecret, config.appSecretPrevious);
  const database: NonNullable<DepsOverrides["database"]> =
    overrides.database ?? (await openMigrated(config, secrets, clock, log));
  const { db, kind } = database;
  const jobs = overrides.jobs ?? (await startJobs({ db, kind, log, works: config.role !== "web" }));
  const keys = await openSigningKeys({
    db,
    secrets,
    clock,
    publicUrl: config.publicUrl,
    algorithm: config.authSigningAlgorithm,
  });
  const { transport, outbox } = openMail(config, secrets);
  const erasures = openErasureList({ db, clock, secrets, log, config });
  const heavyWork = openHeavyWork(
    heavyThreadFile,
    openBudget(db, kind, config),
    overrides.heavyWorkMs,
  );
  return {
    config,
    clock,
    log,
    metrics,
    tracing,
    db,
    kind,
    readPool: database.readPool,
    jobs,
    secrets,
    keys,
    sessions: createSessionReader({ db, keys, clock }),
    passwords: createPasswordHasher(),
    receipts: createReceiptHasher(secrets),
    transport: overrides.transport ?? transport,
    outbox,
    texts: openTextTransport(config, outbox),
    covers: openCoverStore(config),
    erasures,
    engine: overrides.engine ?? chooseEngine(config, log, metrics),
    heavyWork,
    payments: observePayments(await openPayments?.({ db, clock, log, secrets, config }), metrics),
    async close() {
      await heavyWork.close();
      await jobs.stop();
      await tracing?.close();
      if (database.close === undefined) return;
      // A process that only serves leaves the bucket to those that run jobs.
      const writing = config.role === "web" ? erasures.writeFolder() : erasures.write();
      await writing.catch((error) => {
        log.error({ err: error }, "what was erased last is not on the list of erasures yet");
      });
      // A backup of an embedded database is made while the product is stopped.
      if (kind === "embedded") {
        await cleanDisk(db, kind).catch((error) => {
          log.error({ err: error }, "what was deleted last is still in the database's files");
        });
      }
      await database.close();
    },
  };
}

async function openMigrated(config: Config, secrets: Secrets, clock: Clock, log: Logger) {
  const database = await openDatabase(config);
  try {
    if (config.databaseDirectUrl !== undefined) await requireSessionSettings(database.db);
    else if (database.kind === "postgres") await requireOwnSessions(database.db);
    await requireUsableDatabase(database.db);
    await migrateToLatest(database.db, undefined, {
      onWait: () =>
        log.warn(
          "a migration waits for a lock and tries again until it has it: look for a backup, another process that migrates, or another long transaction",
        ),
    });
    await requireReadableKeys(database.db, secrets);
    await requireReadableSigningKeys(database.db, secrets);
    await markInUse(database.db, clock.now());
  } catch (error) {
    await database.close();
    throw describeUnreachable(config, error);
  }
  return database;
}

/** Gives someone who starts the server with a wrong DATABASE_URL a sentence rather than a stack trace. */
function describeUnreachable({ databaseUrl }: Config, error: unknown): unknown {
  const reason = databaseUrl && unreachableReason(databaseUrl, error);
  return reason ? new ConfigError([`DATABASE_URL cannot be used: ${reason}`]) : error;
}

function chooseEngine(
  { insights }: Config,
  log: Logger,
  metrics: Metrics,
): InsightsEngine | undefined {
  switch (insights.kind) {
    case "off":
      return undefined;
    case "local":
      return localEngine;
    case "model":
      return createModelEngine(insights, log, {
        onUsage: (used) => metrics.countTokens(insights.model, used),
      });
  }
}

function openBudget(db: Db, kind: DatabaseKind, { rateLimits }: Config): HeavyWorkBudget {
  const limiter = createLimiter(heavyWorkRules, { db, kind, enabled: rateLimits });
  return {
    async requireLeft(owner) {
      const { allowed, retry_after_seconds } = await limiter.consume("heavy_work", owner);
      if (!allowed) throw new DomainError("heavy_work_exhausted", { retry_after_seconds });
    },
    // Its first second was counted when it was allowed.
    spend: (owner, seconds) => limiter.spend("heavy_work", owner, seconds - 1),
  };
}

function openMail(
  { smtpUrl, dataDir }: Config,
  secrets: Secrets,
): Pick<Deps, "transport" | "outbox"> {
  if (smtpUrl !== undefined) {
    return { transport: createSmtpTransport(smtpUrl), outbox: undefined };
  }
  const outbox = createOutbox(dataDir, secrets);
  return { transport: outbox, outbox };
}
