import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { inviteTokenHeader } from "#contract/endpoint.ts";
import { openEmbedded } from "#server/db/embedded/embedded.ts";
import { migrateToLatest } from "#server/db/migrate.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { testDatabaseKind } from "#server/testing/database/db.ts";
import { expectKept } from "#server/testing/database/expect-kept.ts";
import { freePort } from "#server/testing/free-port.ts";
import { testAppSecret } from "#server/testing/secrets.ts";
import { seedCircle, seedOwner } from "#server/testing/seed-circle.ts";

/** It is killed in the moment in which so many more answers are acknowledged, with all other clients' still under way. */
const killsAfter = [1, 2, 3, 5, 8, 13, 21, 34, 4, 16];
/** And, each time as the next one opens what was just killed, as soon as that can be seen. */
const killsWhileOpening = ["lock", "healthz", "readyz"] as const;
const clients = 16;
const circles = 50;
const peoplePerCircle = 12;

type Submit = { invite_token: string; submission_key: string; marker: string };
type Product = { url: string; process: ChildProcess; output(): string };

// The product is the built one: what is killed is what people run.
describe.runIf(testDatabaseKind === "embedded")("a server on the embedded database", () => {
  let dataFolder = "";
  const processes = new Set<ChildProcess>();

  beforeAll(async () => {
    dataFolder = await mkdtemp(join(tmpdir(), "paraline-kill-"));
  });
  afterEach(() => {
    for (const child of processes) child.kill("SIGKILL");
  });
  afterAll(() => rm(dataFolder, { recursive: true, force: true }));

  async function spawnProduct(): Promise<Product> {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const child = spawn(process.execPath, ["dist/server/main.js"], {
      env: {
        // As `npm start` does: compiling the imports takes a quarter of a start.
        NODE_COMPILE_CACHE: ".cache/node",
        PORT: String(port),
        PUBLIC_URL: url,
        DATA_DIR: dataFolder,
        APP_SECRET: testAppSecret,
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

  /** Until it has taken its directory, before it reads what is there. */
  async function untilLocked({ process: child, output }: Product): Promise<void> {
    const holder = join(dataFolder, "database", "lock-holder.json");
    const isTaken = () =>
      existsSync(holder) && readFileSync(holder, "utf8").includes(`"pid":${child.pid},`);
    while (!isTaken()) {
      if (child.exitCode !== null) throw new Error(`The product ended:\n${output()}`);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  }

  async function kill({ process: child }: Product): Promise<void> {
    child.kill("SIGKILL");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  }

  async function seed(): Promise<Submit[]> {
    const { db, close } = await openEmbedded(dataFolder);
    await migrateToLatest(db);
    const submits: Submit[] = [];
    await inTransaction(db, async (tx) => {
      const now = new Date();
      const owner = await seedOwner(tx, { now });
      for (let n = 0; n < circles; n += 1) {
        const { people } = await seedCircle(tx, owner, {
          now,
          is_anonymous: n % 2 === 0,
          people: Array.from({ length: peoplePerCircle }, (_, person) => `person${person}`),
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

  test("killed while it acknowledges answers, and while it opens, has kept every answer it acknowledged", async () => {
    const waiting = await seed();
    const acknowledged: Submit[] = [];
    const refusals: string[] = [];

    /** Submits until the product is gone. What was under way then is tried again, as a browser would. */
    async function submitOn(product: Product, enough: number): Promise<void> {
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
        if (acknowledged.length >= enough || refusals.length > 0) product.process.kill("SIGKILL");
      }
    }

    for (const [round, killAfter] of killsAfter.entries()) {
      const product = await spawnProduct();
      await untilReady(product);
      const enough = acknowledged.length + killAfter;
      await Promise.all(Array.from({ length: clients }, () => submitOn(product, enough)));
      await kill(product);
      expect(refusals, product.output()).toEqual([]);
      expect(acknowledged.length).toBeGreaterThanOrEqual(enough);

      const sign = killsWhileOpening[round];
      if (sign === undefined) continue;
      const opening = await spawnProduct();
      if (sign === "lock") await untilLocked(opening);
      else await until(opening, `/${sign}`);
      await kill(opening);
    }

    expect(waiting.length, "submits were left over for every kill").toBeGreaterThan(0);
    const { db, close } = await openEmbedded(dataFolder);
    try {
      await expectKept(
        db,
        acknowledged.map(({ marker }) => marker),
      );
    } finally {
      await close();
    }
  }, 1_200_000);

  test("stopped while it starts, ends with 0 and releases the directory for the next process", async () => {
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

  test("refuses a second process on the same directory, names the first and keeps running", async () => {
    const first = await spawnProduct();
    await untilReady(first);
    const second = await spawnProduct();
    const [code] = await once(second.process, "close");
    expect(code).toBe(1);
    expect(second.output()).toContain(
      `The data directory ${dataFolder}/database is in use by another Paraline process (pid ${first.process.pid} on `,
    );
    expect(second.output()).not.toContain("    at ");
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200);

    first.process.kill("SIGTERM");
    expect(await once(first.process, "exit")).toEqual([0, null]);
  }, 120_000);
});
