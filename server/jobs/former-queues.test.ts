import { sql } from "kysely";
import type { PgBoss } from "pg-boss";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { useTestDatabase } from "#server/testing/database/db.ts";
import { formerNames, retireFormerQueues } from "./former-queues.ts";
import { jobKinds } from "./kinds.ts";
import { startQueue } from "./queue.ts";

const database = useTestDatabase({ each: true });
const former = "tell_provider_address";
const kind = "update_customer_email";
let boss: PgBoss;

/** Sets up the queue as an earlier version left it, and a process of this version. */
beforeEach(async () => {
  boss = await startQueue(database.db, { kind: database.kind, works: false }, () => {});
  await boss.createQueue(former, { policy: "short" });
  onTestFinished(async () => {
    await sql`delete from jobs.job`.execute(database.db);
    await sql`select jobs.delete_queue(name) from jobs.queue where name = ${former}`.execute(
      database.db,
    );
    await boss.stop({ graceful: false });
  });
});

const enqueue = (name: string, user: string) =>
  boss.send(name, { user_id: user }, { singletonKey: user });

async function listJobs() {
  const { rows } = await sql<{ name: string; state: string; user: string }>`
    select name, state::text, data ->> 'user_id' as user from jobs.job order by data ->> 'user_id'`.execute(
    database.db,
  );
  return rows.map(({ name, state, user }) => `${user}: ${state} in ${name}`);
}

const hasFormerQueue = async () => (await boss.getQueue(former)) !== null;

async function letADayPass(): Promise<void> {
  await sql`update jobs.queue set created_on = now() - interval '25 hours' where name = ${kind}`.execute(
    database.db,
  );
  onTestFinished(async () => {
    await sql`update jobs.queue set created_on = now()`.execute(database.db);
  });
}

describe("a queue that an earlier version named otherwise", () => {
  test("hands over the jobs that wait in it, once each, and its schedule ends", async () => {
    await enqueue(former, "ana");
    await enqueue(former, "bo");
    await enqueue(kind, "bo");
    await boss.schedule(former, "* * * * *");

    await retireFormerQueues(database.db);
    expect(await listJobs()).toEqual([`ana: created in ${kind}`, `bo: created in ${kind}`]);
    expect(await boss.getSchedules()).toEqual([]);
    const [job] = await boss.fetch<{ user_id: string }>(kind);
    expect(job?.data.user_id).toMatch(/^(?:ana|bo)$/);
  });

  test("takes jobs of processes of the earlier version for a day, and is deleted with what it finished", async () => {
    await enqueue(former, "ana");
    const [running] = await boss.fetch(former);
    await retireFormerQueues(database.db);
    expect(await hasFormerQueue()).toBe(true);

    await letADayPass();
    await retireFormerQueues(database.db);
    expect(await listJobs()).toEqual([`ana: active in ${former}`]);

    await boss.complete(former, running?.id ?? "");
    await enqueue(former, "bo");
    await retireFormerQueues(database.db);
    expect(await hasFormerQueue()).toBe(false);
    expect(await listJobs()).toEqual([`bo: created in ${kind}`]);
  });
});

test("no kind has a former name of another", () => {
  expect(jobKinds.filter((name) => name in formerNames)).toEqual([]);
  expect(jobKinds).toEqual(expect.arrayContaining(Object.values(formerNames)));
});
