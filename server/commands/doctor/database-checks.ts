import { rm } from "node:fs/promises";
import { join } from "node:path";
import { backupMaxAgeDays } from "#contract/admin/overview.ts";
import { formatUtcDay } from "#contract/values/days.ts";
import { dayMs, hourMs, minuteMs, secondMs } from "#contract/values/durations.ts";
import { requireReadableKeys } from "#server/access/encryption/circle-keys.ts";
import { erasuresPrefix } from "#server/access/erasures/erasure-bucket.ts";
import { openErasureStores } from "#server/access/erasures/erasure-list.ts";
import { findListedDays, isMarked } from "#server/access/erasures/read-erasure-list.ts";
import { requireReadableSigningKeys } from "#server/access/signing-keys.ts";
import type { BucketConfig } from "#server/config/bucket.ts";
import type { Config } from "#server/config/config.ts";
import { findDatabaseState, requireUsableDatabase } from "#server/db/database-state.ts";
import { isDiskCleanupLate } from "#server/db/disk-cleanups.ts";
import { findLastBackup } from "#server/db/last-backup.ts";
import { describeLaterSchema, isMigrated, listExecuted } from "#server/db/migrate.ts";
import { migrations } from "#server/db/migrations/list.ts";
import { type DatabaseKind, openDatabase } from "#server/db/open.ts";
import { requireOwnSessions, requireSessionSettings } from "#server/db/pooled-sessions.ts";
import { maxConnections } from "#server/db/postgres.ts";
import { readServerFacts, type ServerFacts } from "#server/db/server-facts.ts";
import type { Db } from "#server/db/tables.ts";
import { unreachableReason } from "#server/db/unreachable-reason.ts";
import { describeStillCharged } from "#server/features/billing/billing-problems.ts";
import { coversFolder } from "#server/features/covers/cover-store-disk.ts";
import { openCoverStore } from "#server/features/covers/open-cover-store.ts";
import { listUsedCovers, type StoredCover } from "#server/features/covers/queries.ts";
import { countDueJobs, countOverdueCircles, maxDueCounted } from "#server/jobs/overdue-work.ts";
import { openBucket } from "#server/system/bucket.ts";
import { type Check, type Finding, failed, hinted, passed } from "#server/system/check.ts";
import type { Clock } from "#server/system/clock.ts";
import { findErrorCode } from "#server/system/error-code.ts";
import { writeFileAtomically } from "#server/system/files.ts";
import { type Secrets, UnreadableSecretError } from "#server/system/secrets.ts";
import { checkSkew } from "./machine-checks.ts";

export interface DatabaseCheckDeps {
  db: Db;
  kind: DatabaseKind;
  clock: Clock;
  secrets: Secrets;
  config: Pick<
    Config,
    | "billing"
    | "onLoopback"
    | "databaseUrl"
    | "databaseDirectUrl"
    | "dataDir"
    | "erasuresDir"
    | "bucket"
  >;
}

interface DatabaseCheck {
  name: string;
  run(deps: DatabaseCheckDeps): Promise<Finding>;
  seconds?: number;
}

const oldestMajor = 15;
const maxSkewSeconds = 5;

const serverVersion: DatabaseCheck = {
  name: "database",
  run: async ({ db, kind }) => {
    const { version, major, isStandby } = await readServerFacts(db);
    if (isStandby) {
      return failed(
        "DATABASE_URL leads to a standby, which stores nothing: set it to the server that it follows.",
      );
    }
    return major < oldestMajor
      ? failed(`The server is PostgreSQL ${version}: use ${oldestMajor} or later.`)
      : passed(kind === "embedded" ? "the embedded one answers" : `PostgreSQL ${version} answers`);
  },
};

const connections: DatabaseCheck = {
  name: "database: connections",
  run: async ({ db, kind }) =>
    kind === "embedded" ? passed("one, its own") : checkConnections(await readServerFacts(db)),
};

function checkConnections({ connections: used, maxConnections: all }: ServerFacts) {
  return all - used < maxConnections
    ? failed(
        `${used} of ${all} connections are in use, and each process opens up to ${maxConnections}: raise max_connections, or put PgBouncer in front.`,
      )
    : passed(`${used} of ${all} in use; each process opens up to ${maxConnections}`);
}

const databaseClock: DatabaseCheck = {
  name: "clock: database",
  run: async ({ db, kind, clock }) => {
    if (kind === "embedded") return passed("the same machine");
    const { now } = await readServerFacts(db);
    return checkSkew(clock.now().getTime() - now, "the database", maxSkewSeconds);
  },
};

/** Whether a server of this version can start on the database without changing it first. */
const schema: DatabaseCheck = {
  name: "database: migrations",
  run: async ({ db }) => {
    await requireUsableDatabase(db);
    const executed = await listExecuted(db);
    if (executed.length === 0) return passed("none yet: the first start runs them");
    const pending = Object.keys(migrations).filter((name) => !executed.includes(name));
    if (pending.length > 0) {
      return failed(
        `${pending.length} are pending (${pending.slice(0, 3).join(", ")}${pending.length > 3 ? ", ..." : ""}): start this version, which runs them.`,
      );
    }
    if (!(await isMigrated(db))) return failed(describeLaterSchema(executed));
    const later = executed.filter((name) => migrations[name] === undefined);
    return passed(
      later.length === 0
        ? "none is pending"
        : `a later version has run ${later.length} more, with which this one can work`,
    );
  },
};

/** Whether DATABASE_DIRECT_URL leads to the database of DATABASE_URL, and the pooler sets what it must. */
const directAddress: DatabaseCheck = {
  name: "database: direct address",
  run: async ({ db, config }) => {
    const { databaseUrl, databaseDirectUrl, dataDir } = config;
    if (databaseUrl === undefined) return passed("none is needed: the embedded database");
    if (databaseDirectUrl === undefined) {
      await requireOwnSessions(db);
      return passed("none is needed: DATABASE_URL leads through no pooler in transaction mode");
    }
    const direct = await openDatabase({
      databaseUrl: databaseDirectUrl,
      dataDir,
      name: "paraline doctor",
    });
    try {
      const [there, here] = [await findDatabaseState(direct.db), await findDatabaseState(db)];
      const { isStandby } = await readServerFacts(direct.db);
      if (there?.id !== here?.id || isStandby) {
        return failed(
          "DATABASE_DIRECT_URL leads to another database than DATABASE_URL: correct it before anything is stored.",
        );
      }
    } finally {
      await direct.close();
    }
    await requireSessionSettings(db);
    return passed("DATABASE_DIRECT_URL leads to the same database");
  },
};

const storedKeys: DatabaseCheck = {
  name: "APP_SECRET",
  run: async ({ db, secrets }) => {
    try {
      await requireReadableSigningKeys(db, secrets);
    } catch (error) {
      if (!(error instanceof UnreadableSecretError)) throw error;
      return failed(
        "It is not the one that the stored keys are encrypted with: set it to the former one, or put the file app-secret back under DATA_DIR. Without it nobody can read the answers.",
      );
    }
    await requireReadableKeys(db, secrets);
    return passed("opens the stored keys");
  },
};

/** How many are looked for. They are chosen by their owners' ids, so all machines and times are among them. */
const mostLookedFor = { onDisk: 1000, inBucket: 100 };

/** Covers are missing if another process, with a DATA_DIR of its own, has stored them. */
const coverFiles: DatabaseCheck = {
  name: "covers: files",
  // By then, a bucket that does not answer has been given up.
  seconds: 45,
  run: async ({ db, kind, config }) => {
    const limit = config.bucket === undefined ? mostLookedFor.onDisk : mostLookedFor.inBucket;
    const covers = await listUsedCovers(db, limit);
    if (covers.length === 0) return passed("no paraline has a cover");
    const gone = await listMissing(config, covers);
    // Their owners may have removed some in the meantime.
    const { length: count } = gone.length === 0 ? gone : await listUsedCovers(db, limit, gone);
    if (count === 0) return passed(`all of ${covers.length} that were looked for are there`);
    return failed(`${count} of ${covers.length} covers are ${whatToDo(kind, config)}`);
  },
};

async function listMissing(
  config: DatabaseCheckDeps["config"],
  covers: readonly StoredCover[],
): Promise<StoredCover[]> {
  const store = openCoverStore(config);
  const byOwner = Map.groupBy(covers, ({ user_id }) => user_id);
  const missing = await Promise.all(
    [...byOwner].map(async ([ownerId, ofOwner]) => {
      const names = new Set(await store.list(ownerId));
      return ofOwner.filter(({ file_name }) => !names.has(file_name));
    }),
  );
  return missing.flat();
}

function whatToDo(
  kind: DatabaseCheckDeps["kind"],
  { bucket, dataDir }: DatabaseCheckDeps["config"],
): string {
  const folder = coversFolder(dataDir);
  const orElse = "If they are lost, restore them from a backup, or owners upload them again.";
  if (bucket !== undefined) {
    return `neither in the bucket ${bucket.name} nor in ${folder}. If they are on the disk of another machine, run npm run covers:move -- --to s3 there. ${orElse}`;
  }
  if (kind === "embedded") return `not in ${folder}. ${orElse}`;
  return `not in ${folder}. If another process has a DATA_DIR of its own, each of them lacks the covers of the other: let all use the same DATA_DIR, or a bucket (see "Covers in a bucket" in docs/operating/several-machines.md). ${orElse}`;
}

const begunWithinMs = 5 * minuteMs;
const probe = ".doctor";
const probeText = "written by npm run doctor\n";

const erasures: DatabaseCheck = {
  name: "list of erasures",
  // By then, two attempts at a bucket that does not answer have been given up.
  seconds: 45,
  run: async ({ db, clock, secrets, config }) => {
    const now = clock.now();
    await writeFileAtomically(config.erasuresDir, probe, probeText);
    await rm(join(config.erasuresDir, probe), { force: true });
    const exposed = config.bucket && (await probeBucket(config.bucket));
    if (exposed) return exposed;
    const stores = openErasureStores(config);
    const names = stores.map(({ name }) => name).join(" and ");
    const servedAt = (await findDatabaseState(db))?.served_at ?? now;
    if (now.getTime() - servedAt.getTime() < begunWithinMs) {
      return passed(`${names} can be written to; the first start begins the list`);
    }
    const yesterday = formatUtcDay(now.getTime() - dayMs);
    const found: string[] = [];
    for (const store of stores) {
      const days = await findListedDays(store);
      if (days === undefined || days.to < yesterday) {
        return failed(
          `${days === undefined ? `There is no list in ${store.name}` : `The list in ${store.name} ends on ${days.to}`}: a running server writes it every day. Start it, read in its log why it does not, or set ERASURES_DIR to the folder that it uses.`,
        );
      }
      if (!isMarked(await store.read(days.to), secrets)) {
        return failed(
          `The list in ${store.name} was written with another APP_SECRET: it is of no use here. Set ERASURES_DIR, or the settings S3_…, to the place of this server.`,
        );
      }
      found.push(`${store.name} (${days.from} to ${days.to})`);
    }
    return passed(`is in ${found.join(" and ")}`);
  },
};

async function probeBucket(config: BucketConfig): Promise<Finding | undefined> {
  const bucket = openBucket(config);
  const key = `${erasuresPrefix}${probe}`;
  await bucket.put(key, probeText, { ContentType: "text/plain" });
  try {
    if (config.publicUrl === undefined) return undefined;
    const answer = await fetch(`${config.publicUrl}/${key}`, { signal: AbortSignal.timeout(5000) });
    if ((await answer.text()) !== probeText) return undefined;
    return failed(
      `Everybody can read what is under ${erasuresPrefix} at S3_PUBLIC_URL: make only covers/ public, in the bucket or at the CDN.`,
    );
  } finally {
    await bucket.remove(key);
  }
}

/** Whether jobs are done when they are due, except those that depend on who has answered. */
const jobs: DatabaseCheck = {
  name: "jobs",
  run: async ({ db }) => {
    const dueJobs = await countDueJobs(db);
    const oldestMs = Math.max(0, ...dueJobs.map((job) => job.oldest_seconds * secondMs));
    if (oldestMs < lateAfterMinutes * minuteMs) {
      return passed(`none is more than ${lateAfterMinutes} minutes late`);
    }
    return failed(
      `Jobs are waiting, the oldest for ${describeAge(oldestMs)}: start a process that runs jobs (ROLE=all or worker), or read its log.`,
    );
  },
};

const lateAfterMinutes = 15;

/** Whether paralines are closed, and their sealed answers released, once their deadline has passed. */
const closings: DatabaseCheck = {
  name: "deadlines",
  run: async ({ db, clock }) => {
    const closesBy = new Date(clock.now().getTime() - lateAfterMinutes * minuteMs);
    const count = await countOverdueCircles(db, closesBy);
    if (count === 0) return passed("every paraline whose deadline has passed is closed");
    return failed(
      `${count}${count < maxDueCounted ? "" : " or more"} ${count === 1 ? "paraline is" : "paralines are"} open although the deadline has passed: start a process that runs jobs (ROLE=all or worker), or read its log.`,
    );
  },
};

export const subscriptions: DatabaseCheck = {
  name: "subscriptions",
  run: async ({ db, config: { billing } }) => {
    const [problem] = await describeStillCharged(db, billing);
    return problem === undefined
      ? passed("none is charged that this server does not use")
      : failed(problem);
  },
};

const deletedData: DatabaseCheck = {
  name: "deleted data",
  run: async ({ db, clock }) =>
    (await isDiskCleanupLate(db, clock.now()))
      ? failed(
          'What was deleted more than an hour ago is still in the database\'s files: see "What a copy of the database shows" in docs/operating/security.md.',
        )
      : passed("gone from the database's files"),
};

const lastBackup: DatabaseCheck = {
  name: "last backup",
  run: async ({ db, clock, config }) => {
    const madeAt = await findLastBackup(db);
    if (madeAt === undefined) {
      const judge = config.onLoopback ? hinted : failed;
      return judge(
        "No backup was ever made: see docs/operating/backup-and-restore.md, and let cron run npm run backup every night.",
      );
    }
    const age = clock.now().getTime() - madeAt.getTime();
    const made = `${describeAge(Math.max(age, 0))} ago`;
    return age > backupMaxAgeDays * dayMs
      ? failed(
          `The last backup was made ${made}: find out why none is made every night, or run npm run backup.`,
        )
      : passed(`made ${made}; whether it can be restored shows only when you try`);
  },
};

/** An age such as "3 hours", in the largest unit of which there are at least two. */
function describeAge(ms: number): string {
  if (ms >= 2 * dayMs) return `${Math.floor(ms / dayMs)} days`;
  if (ms >= 2 * hourMs) return `${Math.floor(ms / hourMs)} hours`;
  return ms >= 2 * minuteMs ? `${Math.floor(ms / minuteMs)} minutes` : "a minute";
}

const all: readonly DatabaseCheck[] = [
  serverVersion,
  schema,
  connections,
  directAddress,
  databaseClock,
  storedKeys,
  coverFiles,
  erasures,
  jobs,
  closings,
  subscriptions,
  deletedData,
  lastBackup,
];

const undefinedTable = "42P01";

export function databaseChecks(deps: DatabaseCheckDeps): Check[] {
  return all.map(({ name, run, ...limit }) => ({
    name,
    ...limit,
    run: () => run(deps).catch((error: unknown) => describeFailure(name, deps, error)),
  }));
}

export function withoutDatabase(finding: Finding): Check[] {
  return all.map(({ name }) => ({ name, run: async () => finding }));
}

async function describeFailure(
  name: string,
  { db, config: { databaseUrl } }: DatabaseCheckDeps,
  error: unknown,
): Promise<Finding> {
  const reason = databaseUrl && unreachableReason(databaseUrl, error);
  if (reason) {
    // Reporting it once is enough.
    return failed(
      name === serverVersion.name
        ? `DATABASE_URL cannot be used: ${reason}.`
        : "This could not be checked: the database does not answer.",
    );
  }
  if (findErrorCode(error) !== undefinedTable) throw error;
  return (await listExecuted(db)).length === 0
    ? passed("nothing is stored yet")
    : failed("This can be checked once this version has started and run its migrations.");
}
