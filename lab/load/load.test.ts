import { randomUUID } from "node:crypto";
import { mkdtempDisposable } from "node:fs/promises";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { inviteTokenHeader } from "#contract/endpoint.ts";
import { migrateToLatest } from "#server/db/migrate.ts";
import { openDatabase } from "#server/db/open.ts";
import { spawnBuiltProduct } from "#server/testing/built-product.ts";
import { freePort } from "#server/testing/free-port.ts";
import { type SeededCircle, seedCircle, seedOwner } from "#server/testing/seed-circle.ts";
import { startOwnPostgres } from "../../tools/postgres.mjs";
import { listProcessTree, readProcess } from "../../tools/process-tree.mjs";

/**
 * How much load one server carries: sessions of people who open their private links and submit. It prints the figures,
 * which people judge, and fails if a session does. docs/performance.md has the aims.
 */

const clients = 32;
const burst = 64;
const modes = ["named", "anonymous"] as const;
type Mode = (typeof modes)[number];
const circles = { named: 200, anonymous: 100 };
const people = Array.from({ length: 50 }, (_, place) => `Person ${place}`);
const answers = { 1: "You ask before you judge, and people tell you things. ".repeat(4), 2: 4 };

test.each(["the embedded database", "a PostgreSQL server"])(
  "a server on %s carries",
  async (on) => {
    await using folder = await mkdtempDisposable(path.join(tmpdir(), "paraline-load-"));
    const isEmbedded = on === "the embedded database";
    const postgres = isEmbedded ? undefined : await startOwnPostgres();
    onTestFinished(() => postgres?.stop());
    const links = await storeLinks(folder.path, postgres?.url);
    const port = await freePort();
    const product = spawnBuiltProduct(port, {
      DATA_DIR: folder.path,
      BILLING: "off",
      NODE_ENV: "production",
      ...(postgres && { DATABASE_URL: postgres.url }),
    });
    await product.until("/readyz");
    const server = product.process.pid ?? 0;
    const database = postgres && (await findPostmaster(postgres.url));
    const failures: string[] = [];

    /** Some people, each with a link of their own. @returns how long each session took, in milliseconds */
    async function come(
      mode: Mode,
      count: number,
      concurrency: number,
      seconds = 600,
    ): Promise<number[]> {
      const took: number[] = [];
      const until = performance.now() + seconds * 1000;
      let left = count;
      const client = async () => {
        while (left > 0 && performance.now() < until) {
          left -= 1;
          const came = performance.now();
          const problem = await answer(product.url, links[mode].pop());
          if (problem === undefined) took.push(performance.now() - came);
          else failures.push(problem);
        }
      };
      await Promise.all(Array.from({ length: concurrency }, client));
      return took;
    }

    async function measureRate(mode: Mode): Promise<string> {
      const used = () => [server, database].map(sumCpuSeconds);
      const [before, began] = [used(), performance.now()];
      const { length } = await come(mode, links[mode].length, clients, 5);
      const [own = 0, stored = 0] = used().map((after, place) => after - (before[place] ?? 0));
      const each = (cpuSeconds: number) => `${((cpuSeconds * 1000) / length).toFixed(2)} ms`;
      const rate = (length * 1000) / (performance.now() - began);
      return `${mode}: ${rate.toFixed(0)} a second; CPU time of each ${each(own + stored)}, of that the server ${each(own)}`;
    }

    // Enough for the code to be compiled as in normal use.
    for (const mode of modes) await come(mode, 500, clients);
    const alone = await come("named", 50, 1);
    const bursts = [];
    for (const mode of modes) bursts.push(...(await come(mode, burst, burst)));
    const memory = listProcessTree(server).reduce((sum, { megabytes }) => sum + megabytes, 0);
    console.log(
      [
        `\nNode ${process.version}, ${availableParallelism()} CPUs, load ${loadavg()[0]?.toFixed(1)}, ${on}`,
        ...[await measureRate("named"), await measureRate("anonymous")],
        `one alone, median: ${percentile(alone, 0.5)} ms; of ${burst} at once, 95th percentile: ${percentile(bursts, 0.95)} ms`,
        `memory of the server after the bursts: ${memory.toFixed(0)} MB`,
      ].join("\n"),
    );
    expect(failures).toEqual([]);
  },
);

/** Stores paralines with their people. @returns the tokens of all private links, neighbors of different paralines */
async function storeLinks(dataDir: string, databaseUrl: string | undefined) {
  const { db, close } = await openDatabase({ databaseUrl, dataDir });
  const now = new Date();
  const links: Record<Mode, string[]> = { named: [], anonymous: [] };
  try {
    await migrateToLatest(db);
    const owner = await seedOwner(db, { now });
    for (const mode of modes) {
      const made: SeededCircle[] = [];
      for (let number = 0; number < circles[mode]; number += 1) {
        const isAnonymous = mode === "anonymous";
        made.push(await seedCircle(db, owner, { now, people, is_anonymous: isAnonymous }));
      }
      links[mode] = people.flatMap((_, place) => made.map((circle) => circle.findToken(place)));
    }
  } finally {
    await close();
  }
  return links;
}

/** One session. @returns what went wrong */
async function answer(url: string, token: string | undefined): Promise<string | undefined> {
  if (token === undefined) return "all links are used: store more of them";
  const page = await fetch(`${url}/invite?token=${token}`);
  await page.text();
  if (page.status !== 200) return `the page answered ${page.status}`;
  const submitted = await fetch(`${url}/api/feedback`, {
    method: "POST",
    headers: { "Content-Type": "application/json", [inviteTokenHeader]: token },
    body: JSON.stringify({ submission_key: randomUUID(), answers, encouragement: null }),
  });
  const text = await submitted.text();
  return submitted.status === 201 ? undefined : `the submit answered ${submitted.status} ${text}`;
}

/** The first process of a server on this machine. */
async function findPostmaster(databaseUrl: string): Promise<number | undefined> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query("select pg_backend_pid() as pid");
  const postmaster = readProcess(rows[0].pid)?.parent;
  await client.end();
  return postmaster;
}

const sumCpuSeconds = (pid: number | undefined) =>
  pid === undefined ? 0 : listProcessTree(pid).reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);

function percentile(values: readonly number[], part: number): string {
  const ascending = values.toSorted((left, right) => left - right);
  return (ascending[Math.floor((ascending.length - 1) * part)] ?? Number.NaN).toFixed(1);
}
