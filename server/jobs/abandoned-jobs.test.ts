import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import { pino } from "pino";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { openEmbedded } from "#server/db/embedded/embedded.ts";
import type { Db } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { itOnPostgres, testDatabaseKind, useTestDatabase } from "#server/testing/database/db.ts";
import { copyEmptyDatabase } from "#server/testing/database/empty-embedded.ts";
import { heartbeats, releaseAbandonedJobs, watchAbandonedJobs } from "./abandoned-jobs.ts";
import type { Jobs } from "./jobs.ts";
import { jobKinds, jobSettings } from "./kinds.ts";
import { startJobs } from "./start.ts";

const database = useTestDatabase({ each: true });
const log = pino({ level: "silent" });

/** A process that begins the job of an email and never finishes it. */
const holdJob = `
  import { pino } from "pino";
  import { openEmbedded } from "#server/db/embedded/embedded.ts";
  import { migrateToLatest } from "#server/db/migrate.ts";
  import { openPostgres } from "#server/db/postgres.ts";
  import { inTransaction } from "#server/db/transactions.ts";
  import { startJobs } from "#server/jobs/start.ts";
  const [kind, place] = process.argv.slice(1);
  const { db } = kind === "embedded" ? await openEmbedded(place) : openPostgres(place);
  if (kind === "embedded") await migrateToLatest(db);
  const jobs = await startJobs({ db, kind, log: pino({ level: "silent" }) });
  await jobs.work({
    send_mail: () => {
      console.log("begun");
      return new Promise(() => {});
    },
  });
  await inTransaction(db, (tx) => jobs.enqueue(tx, "send_mail", { mail_id: "held" }));
`;

/** Starts that process; resolves when the job has begun. */
async function spawnHolder(place: string): Promise<ChildProcess> {
  const holder = spawn(
    process.execPath,
    ["--input-type=module", "--eval", holdJob, testDatabaseKind, place],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  onTestFinished(() => void holder.kill("SIGKILL"));
  await once(holder.stdout, "data");
  return holder;
}

async function kill(holder: ChildProcess): Promise<void> {
  holder.kill("SIGKILL");
  await once(holder, "exit");
}

/** Starts the queue here and records the emails whose jobs it runs, with the number of each try. */
async function start(db: Db): Promise<{ jobs: Jobs; ran: string[] }> {
  const jobs = await startJobs({ db, kind: testDatabaseKind, log });
  onTestFinished(jobs.stop);
  const ran: string[] = [];
  await jobs.work({
    async send_mail({ mail_id }, { attempt }) {
      ran.push(`${mail_id}, try ${attempt}`);
    },
  });
  return { jobs, ran };
}

async function readJob(db: Db) {
  const { rows } = await sql<{ state: string; heartbeat_on: Date | null }>`
    select state, heartbeat_on from jobs.job where name = 'send_mail'`.execute(db);
  return rows[0];
}

/** Acts as if this many seconds had passed without a heartbeat. Whatever pg-boss does by itself comes much later. */
const letBeSilent = (seconds: number) =>
  sql`update jobs.job set heartbeat_on = jobs.job_now() - ${seconds}::int * interval '1 second',
      heartbeat_seconds = 3600, expire_seconds = 3600
    where state = 'active'`.execute(database.db);

test("a job of a killed process is taken up within thirty seconds, whatever its kind", () => {
  const { silentSeconds, lookSeconds, renewSeconds, failSeconds } = heartbeats;
  for (const kind of jobKinds) {
    const { pollSeconds } = jobSettings[kind];
    expect(silentSeconds + lookSeconds + pollSeconds, kind).toBeLessThan(30);
  }
  // A living process may miss a heartbeat, and pg-boss, which would let the job wait, must act after us.
  expect(3 * renewSeconds).toBeLessThan(silentSeconds);
  expect(silentSeconds + lookSeconds).toBeLessThan(failSeconds);
});

itOnPostgres(
  "a job that a killed process held is run by the next one that looks",
  async () => {
    await kill(await spawnHolder(database.databaseUrl));
    await letBeSilent(heartbeats.silentSeconds + 1);
    const { ran } = await start(database.db);
    await expect.poll(() => ran, { timeout: 120_000 }).toEqual(["held, try 2"]);
  },
  240_000,
);

test.runIf(testDatabaseKind === "embedded")(
  "a job that a killed process held is run when the embedded database is opened again",
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "paraline-held-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await copyEmptyDatabase(folder);
    await kill(await spawnHolder(folder));
    const { db, close } = await openEmbedded(folder);
    onTestFinished(close);
    const { ran } = await start(db);
    await expect.poll(() => ran, { timeout: 120_000 }).toEqual(["held, try 2"]);
  },
  240_000,
);

describe.runIf(testDatabaseKind === "postgres")("on a server", () => {
  test("a job that takes long is left to the process that renews its heartbeat", async () => {
    const jobs = await startJobs({ db: database.db, kind: "postgres", log });
    onTestFinished(jobs.stop);
    const held = Promise.withResolvers<void>();
    await jobs.work({ send_mail: () => held.promise });
    await inTransaction(database.db, (tx) => jobs.enqueue(tx, "send_mail", { mail_id: "long" }));
    await expect.poll(async () => (await readJob(database.db))?.state).toBe("active");
    const begunAt = (await readJob(database.db))?.heartbeat_on;
    await expect
      .poll(async () => (await readJob(database.db))?.heartbeat_on, { timeout: 120_000 })
      .not.toEqual(begunAt);
    expect(await releaseAbandonedJobs(database.db, heartbeats.silentSeconds)).toBe(0);
    held.resolve();
    await expect.poll(async () => (await readJob(database.db))?.state).toBe("completed");
  }, 240_000);

  test("a job is abandoned only when it was silent for long, and left to pg-boss on its last try", async () => {
    const { databaseUrl, db } = database;
    await spawnHolder(databaseUrl);
    // The other process's heartbeats, and its own look for abandoned jobs, must not interfere.
    const lookAfter = (seconds: number) =>
      inTransaction(db, async (tx) => {
        await sql`update jobs.job set heartbeat_on = jobs.job_now() - ${seconds}::int * interval '1 second'`.execute(
          tx,
        );
        return releaseAbandonedJobs(tx, heartbeats.silentSeconds);
      });
    expect(await lookAfter(heartbeats.silentSeconds - 1)).toBe(0);
    await sql`update jobs.job set retry_count = retry_limit`.execute(db);
    expect(await lookAfter(heartbeats.silentSeconds + 1)).toBe(0);
    await sql`update jobs.job set retry_count = retry_limit - 1`.execute(db);
    expect(await lookAfter(heartbeats.silentSeconds + 1)).toBe(1);
    expect((await readJob(db))?.state).toBe("retry");
  });
});

/** Stores a job that a killed process was running. */
const insertAbandoned = (db: Db, name: string) =>
  sql`
    insert into jobs.job (name, data, state, retry_limit, heartbeat_seconds, heartbeat_on)
    select name, '{}', 'active', retry_limit, 3600,
      jobs.job_now() - ${heartbeats.silentSeconds + 1}::int * interval '1 second'
    from jobs.queue where name = ${name}`.execute(db);

itOnPostgres("a sweep that a killed process was about to enqueue is not held up", async () => {
  const jobs = await startJobs({ db: database.db, kind: "postgres", log });
  onTestFinished(jobs.stop);
  const released = await inTransaction(database.db, async (tx) => {
    await insertAbandoned(tx, "__pgboss__send-it");
    return releaseAbandonedJobs(tx, heartbeats.silentSeconds);
  });
  expect(released).toBe(1);
});

itOnPostgres("a process that was held up looks for abandoned jobs again afterwards", async () => {
  const { db } = database;
  const jobs = await startJobs({ db, kind: "postgres", log, works: false });
  onTestFinished(jobs.stop);
  await insertAbandoned(db, "send_mail");
  const now = vi.spyOn(performance, "now").mockReturnValue(0);
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  try {
    const end = await watchAbandonedJobs({ db, kind: "postgres", log });
    const look = () => vi.advanceTimersByTime(heartbeats.lookSeconds * 1000);
    now.mockReturnValue(1_000_000);
    look();
    // A look that was late only notes the time, so the next one decides.
    await setImmediate();
    look();
    await end();
  } finally {
    vi.useRealTimers();
    now.mockRestore();
  }
  expect((await readJob(db))?.state).toBe("retry");
});

itOnPostgres("queues that were made without heartbeats get them at the start", async () => {
  await sql`update jobs.queue set heartbeat_seconds = null`.execute(database.db);
  const jobs = await startJobs({ db: database.db, kind: "postgres", log, works: false });
  onTestFinished(jobs.stop);
  await inTransaction(database.db, (tx) => jobs.enqueue(tx, "send_mail", { mail_id: "one" }));
  const { rows } = await sql`
    select heartbeat_seconds as seconds from jobs.job where name = 'send_mail'`.execute(
    database.db,
  );
  expect(rows).toEqual([{ seconds: heartbeats.failSeconds }]);
});
