import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import pLimit from "p-limit";
import { afterAll, beforeAll, describe, expect, onTestFailed, test } from "vitest";
import { openPostgres } from "#server/db/postgres.ts";
import type { Db } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { EmailRow } from "#server/mail/compose.ts";
import { uploadCover } from "#server/testing/covers.ts";
import { expectKept } from "#server/testing/database/expect-kept.ts";
import { expectUnlinked } from "#server/testing/database/expect-unlinked.ts";
import { findOrUnpack } from "../../tools/debian-packages.mjs";
import { logLine, readLog } from "../../tools/deploy/testing/log.ts";
import { startNginx } from "../../tools/deploy/testing/nginx.ts";
import { type Client, createClient } from "./testing/client.ts";
import { expectServed } from "./testing/expect-served.ts";
import { createMarker, type Owner, peopleEach, runJourney, signUp } from "./testing/journeys.ts";
import { countCopies, type DeliveryEvent, listNeedlessCopies } from "./testing/mail-sink.ts";
import { type Processes, startProcesses } from "./testing/processes.ts";
import type { ProductProcess } from "./testing/product-process.ts";

/** `npm run bench:replicas` makes more. */
const journeys = Number(process.env.PROCESS_JOURNEYS ?? "100");
const concurrency = 8;
const ownersCount = 4;

const people = journeys * peopleEach;
/** In each hundred journeys every process is killed once, and the database restarted twice. */
const rounds = Math.ceil(journeys / 100);
const inEachRound = (share: number) =>
  new Set(
    Array.from({ length: rounds }, (_, round) => Math.round(((round + share) * people) / rounds)),
  );
/** A worker is killed at the moment at which this many emails have arrived, before the last sender knows. */
const killsOfWorkers = [inEachRound(0.2), inEachRound(0.4)];
/** A web process is killed at the moment at which this many answers have been acknowledged. */
const killsOfWebs = [inEachRound(0.15), inEachRound(0.5)];
const restartsOfPostgres = { crash: inEachRound(0.3), orderly: inEachRound(0.7) };

const caddy = findOrUnpack("caddy");
const nginx = findOrUnpack("nginx");

describe.skipIf(caddy === undefined)("four processes behind a proxy, on one database", () => {
  let processes: Processes;
  let client: Client;
  let owners: Owner[];
  const happened: string[] = [];
  const note = (what: string) => void happened.push(what);

  function kill(target: ProductProcess | undefined, name: string): void {
    target?.kill();
    note(`kill ${name}`);
  }

  beforeAll(async () => {
    processes = await startProcesses(caddy ?? "", (count, workers) => {
      for (const [place, counts] of killsOfWorkers.entries()) {
        if (counts.has(count)) kill(workers[place], "worker");
      }
    });
    client = createClient(processes.proxy.url);
    owners = await Promise.all(
      Array.from({ length: ownersCount }, (_, place) => signUp(client, `owner-${place}@o.example`)),
    );
  }, 600_000);
  afterAll(() => processes?.stop());

  test("complete every journey while each is killed and the database restarted twice, and lose, duplicate and reveal nothing", async () => {
    onTestFailed(() => console.log(readLog()));
    const acknowledged: string[] = [];
    const restarts: Promise<void>[] = [];
    const onAcknowledged = (marker: string) => {
      acknowledged.push(marker);
      const count = acknowledged.length;
      for (const [place, counts] of killsOfWebs.entries()) {
        if (counts.has(count)) kill(processes.webs[place], "web");
      }
      for (const kind of ["crash", "orderly"] as const) {
        if (!restartsOfPostgres[kind].has(count)) continue;
        restarts.push(processes.restartPostgres(kind));
        note("restart PostgreSQL");
      }
    };
    const limit = pLimit(concurrency);
    await Promise.all(
      Array.from({ length: journeys }, (_, number) =>
        limit(() => {
          const owner = owners[number % ownersCount];
          if (owner === undefined) throw new Error("no owner");
          return runJourney(number, { client, owner, sink: processes.sink }, onAcknowledged);
        }),
      ),
    );
    await Promise.all(restarts);
    logLine("test", "journeys done");

    const expected = Array.from({ length: journeys }, (_, number) =>
      Array.from({ length: peopleEach }, (_, person) => createMarker(number, person)),
    ).flat();
    expect(acknowledged.toSorted()).toEqual(expected.toSorted());
    expect(happened.toSorted()).toEqual(
      ["kill web", "kill worker", "restart PostgreSQL"].flatMap((what) =>
        Array.from({ length: 2 * rounds }, () => what),
      ),
    );

    const { db, close } = openPostgres(processes.databaseUrl);
    try {
      const emails = await untilSettled(db);
      logLine("test", "settled");
      await expectKept(db, acknowledged);
      await expectUnlinked(db);
      await expectChecksToFind(db, acknowledged);
      expectSent(emails, processes.sink.events);
      const { rows: created } = await sql`
        select title from circles group by title having count(*) <> 1`.execute(db);
      expect(created, "paralines created twice").toEqual([]);
      const tokens = await db.selectFrom("invites").select("invite_token").execute();
      const secrets = [...tokens.map(({ invite_token }) => invite_token), ...acknowledged];
      expect(
        secrets.filter((secret) =>
          [processes.output.text, processes.proxy.log()].some((log) => log.includes(secret)),
        ),
        "links and answers in the logs",
      ).toEqual([]);
    } finally {
      await close();
    }
    const copies = [...countCopies(processes.sink.events).values()];
    console.log(
      `${journeys} journeys, ${acknowledged.length} answers, ${copies.length} emails, ` +
        `${copies.filter((count) => count > 1).length} of them twice; ${client.retries()} calls were repeated`,
    );
  }, 3_600_000);

  test("are replaced one by one without a failed request", async () => {
    onTestFailed(() => console.log(readLog()));
    const [owner] = owners;
    if (owner === undefined) throw new Error("no owner");
    const accessToken = owner.access_token;
    const link = /\/invite\?token=[\w-]+/.exec(await processes.sink.textTo("p0@j0.example"))?.[0];
    const calls = [
      () => client.askOnce("/"),
      () => client.askOnce("/api/circles", { accessToken }),
      () => client.askOnce(link ?? ""),
      () =>
        client.askOnce("/api/invite/decline", {
          method: "POST",
          inviteToken: link?.split("=")[1] ?? "",
        }),
    ];
    const expectedStatuses = [200, 200, 200, 409];
    const failures: unknown[] = [];
    const counts = calls.map(() => 0);
    let isOver = false;
    const streams = calls.map(async (call, place) => {
      while (!isOver) {
        const answer = await call();
        if (answer?.status !== expectedStatuses[place]) failures.push([place, answer]);
        counts[place] = (counts[place] ?? 0) + 1;
      }
    });
    /** Waits until every stream has got a response to a call that it made after this moment. */
    async function untilAllAsked(): Promise<void> {
      const before = [...counts];
      await expect
        .poll(() => counts.every((count, place) => count >= (before[place] ?? 0) + 2), {
          timeout: 120_000,
        })
        .toBe(true);
    }

    // Those that were killed last are starting.
    for (const web of processes.webs) await processes.proxy.untilUp(web.address);
    for (const web of processes.webs) {
      await untilAllAsked();
      const foundDown = processes.proxy.untilDown(web.address);
      web.signal();
      // The process says so itself while it still listens.
      expect(await foundDown).toContain('"status_code":503');
      await untilAllAsked();
      const restarted = expect.poll(web.isReady, { timeout: 120_000 });
      web.signal();
      await restarted.toBe(false);
      await web.ready();
      await processes.proxy.untilUp(web.address);
      await untilAllAsked();
    }
    isOver = true;
    await Promise.all(streams);
    expect(failures).toEqual([]);
  }, 600_000);

  test("serve the largest requests, but not what only this machine may see, through Caddy", async () => {
    const [web, owner] = [processes.webs[0], owners[0]];
    await expectServed(processes.proxy.url, `http://${web.address}`, owner?.access_token ?? "");
  });

  test.skipIf(nginx === undefined)(
    "do the same through nginx, which writes no text into a file",
    async () => {
      const [web, owner] = [processes.webs[0], owners[0]];
      const addresses = processes.webs.map(({ address }) => address);
      const { url, forbidFiles, stop } = await startNginx(nginx ?? "", addresses);
      try {
        await expectServed(url, `http://${web.address}`, owner?.access_token ?? "", forbidFiles);
      } finally {
        await stop();
      }
    },
  );

  test("show a cover that one of them has stored, also while that one is killed and replaced", async () => {
    const { bucket, webs } = processes;
    const [owner] = owners;
    if (owner === undefined) throw new Error("no owner");
    const [first, second] = webs;
    await Promise.all(webs.map((web) => web.ready()));
    const path = await uploadCover(
      { request: (address, init) => fetch(`http://${first.address}${address}`, init) },
      owner,
      "1790000000000.png",
    );
    const stored = bucket.objects.get(`covers/${path.split("/").slice(-2).join("/")}`)?.content;
    expect(stored).toBeDefined();
    const shownBy = async ({ address }: ProductProcess) => {
      const response = await fetch(`http://${address}${path}`);
      return Buffer.from(await response.arrayBuffer());
    };
    expect(await shownBy(second)).toEqual(stored);
    first.kill();
    expect(await shownBy(second)).toEqual(stored);
    await first.ready();
    expect(await shownBy(first)).toEqual(stored);
  }, 600_000);

  test("stop gracefully, and leave no job running", async () => {
    const { webs, workers } = processes;
    const codes = await Promise.all([...webs, ...workers].map((one) => one.stop()));
    expect(codes).toEqual([0, 0, 0, 0]);
    const { db, close } = openPostgres(processes.databaseUrl);
    const { rows } = await sql`
      select name, state from jobs.job where state in ('active', 'failed')`.execute(db);
    await close();
    expect(rows).toEqual([]);
  }, 600_000);
});

test("a copy of an email that nothing explains is found", () => {
  const mail = (sender: string): DeliveryEvent => ({ kind: "mail", id: "m", sender });
  const killed = (sender: string): DeliveryEvent => ({ kind: "killed", sender });
  expect(listNeedlessCopies([mail("a"), mail("b")])).toEqual(["m"]);
  expect(listNeedlessCopies([mail("a"), killed("b"), mail("b")])).toEqual(["m"]);
  expect(listNeedlessCopies([{ kind: "postgres" }, mail("a"), mail("a")])).toEqual(["m"]);
  expect(listNeedlessCopies([mail("a"), killed("a"), mail("b"), mail("b")])).toEqual(["m"]);
  expect(listNeedlessCopies([mail("a"), killed("a"), mail("b")])).toEqual([]);
  expect(listNeedlessCopies([killed("a"), mail("a"), mail("b")])).toEqual([]);
  expect(listNeedlessCopies([mail("a"), { kind: "postgres" }, mail("a")])).toEqual([]);
});

type StoredEmail = Pick<EmailRow, "id" | "kind" | "state" | "attempts">;

/**
 * Waits until every email has been sent and no job that does so is left; an email that was lost or is stuck fails the
 * test. Returns the emails of that moment, because a sweep may request further ones in the next.
 */
async function untilSettled(db: Db): Promise<StoredEmail[]> {
  const kinds = ["send_mail", "send_private_link"];
  for (;;) {
    const seen = await db
      .transaction()
      .setIsolationLevel("repeatable read")
      .execute(async (tx) => {
        const emails = await tx
          .selectFrom("emails")
          .select(["id", "kind", "state", "attempts"])
          .execute();
        const { rows: jobs } = await sql`
          select id from jobs.job
          where state = 'active' or name = any(${kinds}) and state in ('created', 'retry')`.execute(
          tx,
        );
        return { emails, hasJobs: jobs.length > 0 };
      });
    if (!seen.hasJobs) {
      expect(
        seen.emails.filter(({ state }) => state === "queued"),
        "emails without a job",
      ).toEqual([]);
      if (seen.emails.every(({ state }) => state !== "waiting")) return seen.emails;
    }
    await setTimeout(100);
  }
}

/**
 * Checks that every email was sent, and arrived again only if its sender or the database ended before that was stored.
 */
function expectSent(emails: readonly StoredEmail[], events: readonly DeliveryEvent[]): void {
  const copies = countCopies(events);
  const countTokenCopies = (id: string) => copies.get(id) ?? 0;
  expect(
    emails.filter(({ id, state }) => state === "sent" && countTokenCopies(id) === 0),
    "emails that are said to be sent and did not arrive",
  ).toEqual([]);
  // An email whose first sender was killed was not sent again if the person had answered by then.
  expect(
    emails.filter(
      ({ id, state, attempts }) =>
        state !== "sent" && (state !== "skipped" || countTokenCopies(id) >= attempts),
    ),
    "emails that arrived and are said to be something else",
  ).toEqual([]);
  expect(emails.filter(({ kind }) => kind === "invitation")).toHaveLength(people);
  expect(
    emails.filter(({ id, attempts }) => countTokenCopies(id) > attempts),
    "copies that were not counted",
  ).toEqual([]);
  expect(listNeedlessCopies(events), "emails sent twice without a reason").toEqual([]);
}

/** Checks that the checks would find what they look for. Changes nothing. */
async function expectChecksToFind(db: Db, acknowledged: readonly string[]): Promise<void> {
  const spoil = (statement: string, check: (db: Db) => Promise<void>, found: string) =>
    // Sweeps change the same rows at the same time. If that ends in a deadlock, this is tried again.
    inTransaction(db, async (tx) => {
      await sql.raw(statement).execute(tx);
      await expect(check(tx)).rejects.toThrow(found);
      throw new Error("not to be kept");
    }).catch((error: Error) => expect(error.message).toBe("not to be kept"));
  const kept = (spoiled: Db) => expectKept(spoiled, acknowledged);
  await spoil("delete from feedback where invite_id is null", kept, "answers that are gone");
  await spoil("update invites set status = 'pending'", kept, "disagree with their feedback");
  const ofAnonymous =
    "from circles join invites on invites.circle_id = circles.id where is_anonymous and feedback.circle_id = circles.id";
  for (const [change, found] of [
    ["consented_processor = invites.id::text", "people whom an anonymous answer names"],
    ["created_at = now()", "with an invite or a time"],
  ]) {
    await spoil(`update feedback set ${change} ${ofAnonymous}`, expectUnlinked, found ?? "");
  }
}
