import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inviteTokenHeader } from "#contract/endpoint.ts";
import { openEmbedded } from "#server/db/embedded/embedded.ts";
import { migrateToLatest } from "#server/db/migrate.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { type BuiltProduct, spawnBuiltProduct } from "#server/testing/built-product.ts";
import { testDatabaseKind } from "#server/testing/database/db.ts";
import { copyEmptyDatabase } from "#server/testing/database/empty-embedded.ts";
import { expectKept } from "#server/testing/database/expect-kept.ts";
import { freePort } from "#server/testing/free-port.ts";
import { seedCircle, seedOwner } from "#server/testing/seed-circle.ts";

/**
 * The server is killed at the moment at which this many more answers have been acknowledged, while those of all other
 * clients are in progress: the first one, a few, and many. `npm run test:all` does so more often; each kill takes up to
 * two starts of the product.
 */
const killsAfter =
  process.env.TEST_EMBEDDED === "what-may-differ" ? [1, 8, 34] : [1, 2, 3, 5, 8, 13, 21, 34, 4, 16];
/** Each time, the next process is also killed while it opens the database, as soon as these signs appear. */
const killsWhileOpening = ["lock", "healthz", "readyz"] as const;
const clients = 16;
const circles = 50;
const peoplePerCircle = 12;

type Submit = { invite_token: string; submission_key: string; marker: string };

// The tests use the built product, because that is what people run.
describe.runIf(testDatabaseKind === "embedded")("a server on the embedded database", () => {
  let dataFolder = "";

  beforeAll(async () => {
    dataFolder = await mkdtemp(join(tmpdir(), "paraline-kill-"));
  });
  afterAll(() => rm(dataFolder, { recursive: true, force: true }));

  const spawnProduct = async () => spawnBuiltProduct(await freePort(), { DATA_DIR: dataFolder });

  /** Waits until the process has locked its directory, before it reads what is there. */
  async function untilLocked({ process: child, output }: BuiltProduct): Promise<void> {
    const holder = join(dataFolder, "database", "lock-holder.json");
    const isTaken = () =>
      existsSync(holder) && readFileSync(holder, "utf8").includes(`"pid":${child.pid},`);
    while (!isTaken()) {
      if (child.exitCode !== null) throw new Error(`The product ended:\n${output()}`);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  }

  async function seed(): Promise<Submit[]> {
    await copyEmptyDatabase(dataFolder);
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
    // Neighbours in the list belong to the same circle, so that its people really answer at the same time.
    return submits;
  }

  test("killed while it acknowledges answers, and while it opens, has kept every acknowledged answer", async () => {
    const waiting = await seed();
    const acknowledged: Submit[] = [];
    const refusals: string[] = [];

    /** Submits until the product is gone. Unfinished submissions are repeated, as a browser would do. */
    async function submitOn(product: BuiltProduct, enough: number): Promise<void> {
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
      await product.until("/readyz");
      const enough = acknowledged.length + killAfter;
      await Promise.all(Array.from({ length: clients }, () => submitOn(product, enough)));
      await product.kill();
      expect(refusals, product.output()).toEqual([]);
      expect(acknowledged.length).toBeGreaterThanOrEqual(enough);

      const sign = killsWhileOpening[round];
      if (sign === undefined) continue;
      const opening = await spawnProduct();
      if (sign === "lock") await untilLocked(opening);
      else await opening.until(`/${sign}`);
      await opening.kill();
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

  test("stopped while it starts, exits with 0 and releases the directory for the next process", async () => {
    const product = await spawnProduct();
    // It listens before it has a database.
    await product.until("/healthz");
    product.process.kill("SIGTERM");
    expect(await once(product.process, "close"), product.output()).toEqual([0, null]);
    expect(product.output()).toBe("");
    const next = await spawnProduct();
    await next.until("/readyz");
    expect(next.output()).not.toContain("in use");
    await next.kill();
  });

  test("refuses a second process on the same directory, names the first and keeps running", async () => {
    const first = await spawnProduct();
    await first.until("/readyz");
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
