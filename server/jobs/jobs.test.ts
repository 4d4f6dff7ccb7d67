import { sql } from "kysely";
import { pino } from "pino";
import { describe, expect, onTestFinished, test } from "vitest";
import { inTransaction } from "#server/db/transactions.ts";
import { itOnPostgres, useTestDatabase } from "#server/testing/database/db.ts";
import { listenToStatements } from "#server/testing/database/statements.ts";
import { AlreadyRunningError, type Jobs, UnrecoverableJobError } from "./jobs.ts";
import { jobSettings } from "./kinds.ts";
import { startJobs } from "./start.ts";

const database = useTestDatabase({ each: true });

async function start(options: { works?: boolean } = {}): Promise<Jobs> {
  const { db, kind } = database;
  const jobs = await startJobs({ db, kind, log: pino({ level: "silent" }), ...options });
  onTestFinished(jobs.stop);
  return jobs;
}

const enqueueMail = (jobs: Jobs, emailId: string, startAfter?: Date) =>
  inTransaction(database.db, (tx) =>
    jobs.enqueue(tx, "send_mail", { mail_id: emailId }, startAfter ? { startAfter } : {}),
  );

async function jobRows(kind = "send_mail") {
  const { rows } = await sql<{
    state: string;
    retry_count: number;
    wait_seconds: number;
    output: unknown;
  }>`
    select state, retry_count, output, extract(epoch from start_after - now())::float8 as wait_seconds
    from jobs.job where name = ${kind} order by created_on
  `.execute(database.db);
  return rows;
}

/** Makes every waiting job due now. */
async function letTimePass(): Promise<void> {
  await sql`update jobs.job set start_after = now() where state in ('created', 'retry')`.execute(
    database.db,
  );
}

describe("the job queue", () => {
  test("runs each job of a committed transaction once, none of a rolled back one", async () => {
    const jobs = await start();
    const ran: string[] = [];
    await jobs.work({
      async send_mail({ mail_id }) {
        await inTransaction(database.db, async (tx) => {
          await sql`select 1`.execute(tx);
          ran.push(mail_id);
        });
      },
    });

    const committed: string[] = [];
    await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        inTransaction(database.db, async (tx) => {
          await jobs.enqueue(tx, "send_mail", { mail_id: `mail ${n}` });
          await sql`select 1`.execute(tx);
          if (n % 3 === 0) throw new Error("rolled back");
        }).then(
          () => committed.push(`mail ${n}`),
          () => {},
        ),
      ),
    );
    await enqueueMail(jobs, "the last one");
    committed.push("the last one");

    await expect.poll(() => ran.includes("the last one")).toBe(true);
    await jobs.stop();
    expect(ran.toSorted()).toEqual(committed.toSorted());
    expect(committed).toHaveLength(41);
    expect((await jobRows()).map(({ state }) => state)).toEqual(Array(41).fill("completed"));
  });

  test("tries a failing job again after longer and longer waits, and gives up after the eighth", async () => {
    const jobs = await start();
    const tries: unknown[] = [];
    const waits: number[] = [];
    await jobs.work({
      async send_mail(_payload, attempt) {
        tries.push(attempt);
        throw new Error("the server said no");
      },
    });
    await enqueueMail(jobs, "one");
    for (let n = 1; n <= 8; n += 1) {
      await expect
        .poll(() => jobRows())
        .toMatchObject([
          n < 8
            ? { state: "retry", retry_count: n - 1, output: { name: "Error" } }
            : { state: "failed", output: { name: "Error" } },
        ]);
      waits.push(...(await jobRows()).map(({ wait_seconds }) => wait_seconds));
      await letTimePass();
    }
    expect(tries).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8].map((attempt) => ({ attempt, lastAttempt: attempt === 8 })),
    );
    for (const [n, wait] of waits.slice(0, 7).entries()) {
      expect(wait).toBeGreaterThan(4 * 2 ** n);
      expect(wait).toBeLessThanOrEqual(10 * 2 ** (n + 1));
    }
  });

  test("gives up a job that cannot succeed, and never tries it again", async () => {
    const jobs = await start();
    await jobs.work({
      async send_mail() {
        // The address must not be stored, because the stored job outlives the account that it was about.
        throw new UnrecoverableJobError("no such mailbox: <ana@people.example>");
      },
    });
    await enqueueMail(jobs, "one");
    await expect
      .poll(() => jobRows())
      .toMatchObject([
        { state: "failed", retry_count: 0, output: { name: "UnrecoverableJobError" } },
      ]);
    expect(JSON.stringify(await jobRows())).not.toContain("ana@people.example");
  });

  test("one failing job does not make those that run beside it fail", async () => {
    const jobs = await start();
    for (const emailId of ["good", "bad", "also good"]) await enqueueMail(jobs, emailId);
    await jobs.work({
      async send_mail({ mail_id }) {
        if (mail_id === "bad") throw new Error("bad");
      },
    });
    await expect
      .poll(async () => (await jobRows()).map(({ state }) => state))
      .toEqual(["completed", "retry", "completed"]);
  });

  test("lets only one job with a key wait, and one sweep of a kind", async () => {
    const jobs = await start({ works: false });
    for (const singletonKey of ["a", "a", "b", undefined, undefined]) {
      await inTransaction(database.db, async (tx) => {
        const options = singletonKey === undefined ? {} : { singletonKey };
        await jobs.enqueue(tx, "send_mail", { mail_id: "x" }, options);
        await jobs.enqueue(tx, "close_due_circles", {});
      });
    }
    expect(await jobRows()).toHaveLength(4);
    expect(await jobRows("close_due_circles")).toHaveLength(1);
  });

  itOnPostgres("runs one sweep of a kind at a time, whatever the number of processes", async () => {
    const settings = jobSettings.close_due_circles;
    const { pollSeconds } = settings;
    settings.pollSeconds = 0.5;
    onTestFinished(() => {
      settings.pollSeconds = pollSeconds;
    });
    const [first, second] = [await start(), await start()];
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
    const enqueue = () =>
      inTransaction(database.db, (tx) => first.enqueue(tx, "close_due_circles", {}));
    const ran: string[] = [];
    await first.work({
      async close_due_circles() {
        begin();
        await finished;
        ran.push("first");
      },
    });
    await enqueue();
    await begun;
    await enqueue();

    // The second process goes on looking for the job.
    let looks = 0;
    const watched = Promise.withResolvers<void>();
    const listening = listenToStatements(
      database.db,
      () => watched.promise,
      () =>
        ({ sql }) => {
          if (/skip locked/i.test(sql) && sql.includes("'close_due_circles'")) looks += 1;
        },
    );
    await second.work({ close_due_circles: async () => void ran.push("second") });
    await expect.poll(() => looks).toBeGreaterThan(3);
    watched.resolve();
    await listening;
    expect(ran).toEqual([]);
    finish();
    await expect.poll(() => ran).toHaveLength(2);
    expect(ran[0]).toBe("first");
  });

  test("finishes running jobs when it is stopped, and leaves the rest to the next process", async () => {
    const first = await start();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
    const ran: string[] = [];
    await first.work({
      async send_mail({ mail_id }) {
        begin();
        await finished;
        ran.push(`first: ${mail_id}`);
      },
    });
    await enqueueMail(first, "under way");
    await begun;
    const stopped = first.stop();
    await enqueueMail(first, "after");
    finish();
    await stopped;
    expect(ran).toEqual(["first: under way"]);

    const second = await start();
    await second.work({ send_mail: async ({ mail_id }) => void ran.push(`second: ${mail_id}`) });
    await expect.poll(() => ran).toEqual(["first: under way", "second: after"]);
  });
});

test("a job that outlasts the stop of its process is tried again, and its failure is no warning", async () => {
  const { db, kind } = database;
  const written: string[] = [];
  const log = pino({ level: "warn" }, { write: (line) => void written.push(line) });
  const jobs = await startJobs({ db, kind, log, stopWithinMs: 1000 });
  const held = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  await jobs.work({
    async send_mail() {
      begun.resolve();
      await held.promise.finally(() => setImmediate(ended.resolve));
    },
  });
  await enqueueMail(jobs, "long");
  await begun.promise;
  await jobs.stop();
  held.reject(new Error("the database is closed"));
  await ended.promise;
  expect(written).toEqual([]);
  const { rows } = await sql`select state from jobs.job where name = 'send_mail'`.execute(db);
  expect(rows).toEqual([{ state: "retry" }]);
});

test("a job that another run holds is tried again, and is no warning", async () => {
  const { db, kind } = database;
  const written: string[] = [];
  const log = pino({ level: "warn" }, { write: (line) => void written.push(line) });
  const jobs = await startJobs({ db, kind, log });
  await jobs.work({
    async send_mail() {
      throw new AlreadyRunningError("Another run sends it.");
    },
  });
  await enqueueMail(jobs, "held");
  await expect.poll(() => jobRows()).toMatchObject([{ state: "retry" }]);
  await jobs.stop();
  expect(written).toEqual([]);
});

test("a finished job is kept for a day, one that names an erased account for a minute", async () => {
  await start();
  const { rows } = await sql<{ name: string; hours: number }>`
    select name, deletion_seconds / 3600.0 as hours from jobs.queue
    where name in ('close_customer', 'notify_owners', 'send_mail') order by name`.execute(
    database.db,
  );
  expect(rows.map(({ name, hours }) => [name, Number(hours)])).toEqual([
    ["close_customer", 1 / 60],
    ["notify_owners", 24],
    ["send_mail", 24],
  ]);
});
