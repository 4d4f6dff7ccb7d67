import { type ChildProcess, spawn } from "node:child_process";
import { randomInt, randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { inviteTokenHeader } from "#contract/endpoint.ts";
import { openEmbedded } from "#server/db/embedded.ts";
import { migrateToLatest } from "#server/db/migrate.ts";
import type { Db } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { test_database_kind } from "#server/testing/db.ts";
import { freePort } from "#server/testing/free-port.ts";
import { test_app_secret } from "#server/testing/secrets.ts";
import { seedCircle, seedOwner } from "#server/testing/seed-circle.ts";
import { listAllStored, listStoredNotes, listStoredWaiting } from "#server/testing/stored-texts.ts";

const kills = 20;
/** Besides those, some hit a process that is only opening or recovering. */
const kills_while_opening = 5;
const clients = 8;
const circles = 100;
const people_per_circle = 12;

type Submit = { invite_token: string; submission_key: string; marker: string };
type Product = { url: string; process: ChildProcess; output(): string };

// The product is the built one: what is killed is what people run.
describe.runIf(test_database_kind === "embedded")("a server on the embedded database", () => {
  let data_dir = "";
  const processes = new Set<ChildProcess>();

  beforeAll(async () => {
    data_dir = await mkdtemp(join(tmpdir(), "paraline-kill-"));
  });
  afterEach(() => {
    for (const child of processes) child.kill("SIGKILL");
  });
  afterAll(() => rm(data_dir, { recursive: true, force: true }));

  async function spawnProduct(): Promise<Product> {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const child = spawn(process.execPath, ["dist/server/main.js"], {
      env: {
        PORT: String(port),
        PUBLIC_URL: url,
        DATA_DIR: data_dir,
        APP_SECRET: test_app_secret,
        RATE_LIMITS: "off",
        LOG_LEVEL: "warn",
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    processes.add(child);
    child.once("exit", () => processes.delete(child));
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => {
        output += chunk.toString();
      });
    }
    return { url, process: child, output: () => output };
  }

  const untilReady = (product: Product) => until(product, "/readyz");

  async function until(product: Product, path: string): Promise<void> {
    while (product.process.exitCode === null && product.process.signalCode === null) {
      const answer = await fetch(`${product.url}${path}`).catch(() => undefined);
      if (answer?.ok) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`The product ended before it was ready:\n${product.output()}`);
  }

  async function kill({ process: child }: Product): Promise<void> {
    child.kill("SIGKILL");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  }

  async function seed(): Promise<Submit[]> {
    const { db, close } = await openEmbedded(data_dir);
    await migrateToLatest(db);
    const submits: Submit[] = [];
    await inTransaction(db, async (tx) => {
      const now = new Date();
      const owner = await seedOwner(tx, { now });
      for (let n = 0; n < circles; n += 1) {
        const { people } = await seedCircle(tx, owner, {
          now,
          is_anonymous: n % 2 === 0,
          people: Array.from({ length: people_per_circle }, (_, person) => `person${person}`),
        });
        for (const { invite_token } of people) {
          submits.push({
            invite_token,
            submission_key: randomUUID(),
            marker: `answer ${submits.length};`,
          });
        }
      }
    });
    await close();
    // Neighbours in the list belong to the same circle, so that its people do meet.
    return submits;
  }

  test(`killed ${kills} times at random moments of acknowledging, and ${kills_while_opening} times while it opens, has kept every answer it acknowledged`, async () => {
    const waiting = await seed();
    const acknowledged: Submit[] = [];
    const refusals: string[] = [];

    /** Submits until the product is gone. What was under way then is tried again, as a browser would. */
    async function submitOn(product: Product): Promise<void> {
      for (let submit = waiting.shift(); submit; submit = waiting.shift()) {
        const answer = await fetch(`${product.url}/api/feedback`, {
          method: "POST",
          headers: {
            "Content-Type": "application/json",
            [inviteTokenHeader]: submit.invite_token,
          },
          body: JSON.stringify({
            submission_key: submit.submission_key,
            answers: { 1: submit.marker, 2: 4 },
            encouragement: `note of ${submit.marker}`,
          }),
        }).catch(() => undefined);
        if (answer?.status === 201) acknowledged.push(submit);
        else if (answer) refusals.push(`${answer.status} ${await answer.text().catch(String)}`);
        else {
          waiting.unshift(submit);
          return;
        }
      }
    }

    for (let round = 0; round < kills + kills_while_opening; round += 1) {
      const product = await spawnProduct();
      if (round % 5 === 4) {
        setTimeout(() => product.process.kill("SIGKILL"), randomInt(1500));
        await once(product.process, "exit");
        continue;
      }
      await untilReady(product);
      const submitting = Promise.all(Array.from({ length: clients }, () => submitOn(product)));
      const enough = acknowledged.length + randomInt(1, 40);
      while (acknowledged.length < enough && refusals.length === 0) {
        await new Promise((resolve) => setTimeout(resolve, randomInt(1, 10)));
      }
      await kill(product);
      await submitting;
      expect(refusals, product.output()).toEqual([]);
    }

    expect(waiting.length, "submits were left over for every kill").toBeGreaterThan(0);
    const { db, close } = await openEmbedded(data_dir);
    try {
      await expectKept(db, acknowledged);
    } finally {
      await close();
    }
  }, 1_200_000);

  test("told to stop while it starts, ends with 0 and leaves the directory to the next one", async () => {
    for (const isFirst of [true, false]) {
      const product = await spawnProduct();
      // It listens before it has a database.
      await until(product, "/healthz");
      product.process.kill("SIGTERM");
      expect(await once(product.process, "close"), product.output()).toEqual([0, null]);
      expect(product.output(), isFirst ? "at first" : "again").toBe("");
    }
    const next = await spawnProduct();
    await untilReady(next);
    expect(next.output()).not.toContain("in use");
    await kill(next);
  });

  test("refuses a second one on the same directory, by name, and goes on", async () => {
    const first = await spawnProduct();
    await untilReady(first);
    const second = await spawnProduct();
    const [code] = await once(second.process, "close");
    expect(code).toBe(1);
    expect(second.output()).toContain(
      `The data directory ${data_dir}/database is in use by another Paraline process (pid ${first.process.pid} on `,
    );
    expect(second.output()).not.toContain("    at ");
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200);

    first.process.kill("SIGTERM");
    expect(await once(first.process, "exit")).toEqual([0, null]);
  }, 120_000);
});

async function expectKept(db: Db, acknowledged: readonly Submit[]): Promise<void> {
  const stored = await listAllStored(db);
  const markers = stored.map(({ answers }) => String(answers[1]));
  const lost = acknowledged.filter(({ marker }) => !markers.includes(marker));
  expect(lost, "acknowledged answers that are gone").toEqual([]);
  expect(listTwice(markers), "answers stored twice").toEqual([]);

  const notes = [...(await listStoredNotes(db)), ...(await listStoredWaiting(db))].map(
    ({ note }) => note,
  );
  expect(listTwice(notes), "notes stored twice").toEqual([]);

  const { rows: named } = await sql`
    select invites.id from invites
    join circles on circles.id = invites.circle_id and not circles.is_anonymous
    left join feedback on feedback.invite_id = invites.id
    left join encouragements on encouragements.invite_id = invites.id
    where (invites.status = 'completed') <> (feedback.id is not null)
      or (invites.status = 'completed') <> (encouragements.id is not null)
  `.execute(db);
  expect(named, "invites that disagree with their feedback").toEqual([]);

  const { rows: anonymous } = await sql`
    select circles.id from circles where circles.is_anonymous and (
      (select count(*) from invites where circle_id = circles.id and status = 'completed')
        <> (select count(*) from feedback where circle_id = circles.id and invite_id is null)
          + (select count(*) from waiting_answers where circle_id = circles.id)
      or (select count(*) from feedback where circle_id = circles.id)
        <> (select count(*) from encouragements where circle_id = circles.id)
      or (select count(*) from waiting_answers where circle_id = circles.id) > 2
    )
  `.execute(db);
  expect(anonymous, "anonymous paralines whose counts disagree").toEqual([]);
}

const listTwice = <Text>(texts: readonly Text[]) =>
  texts.filter((text, index) => texts.indexOf(text) !== index);
