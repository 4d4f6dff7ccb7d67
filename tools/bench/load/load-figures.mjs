import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { startPostgres } from "../../postgres.mjs";
import {
  cpuSeconds,
  cpuSecondsOfTree,
  nameOf,
  parentOf,
  residentMegabytes,
} from "../process-usage.mjs";
import { startProduct } from "../product.mjs";
import { findPgbench, runDriver, runPgbench, runPglite } from "./baseline.mjs";
import { startCrowds } from "./load.mjs";
import { peoplePerCircle, tokenOf } from "./sample.mjs";
import { seedDatabase } from "./seed.mjs";
import { submitStatements } from "./statements.mjs";

/**
 * How much load a server can take, measured from outside over HTTP, compared with the database without the product.
 *
 * @typedef {object} LoadFigures
 * @property {Rate} named pages that are opened and submitted
 * @property {Rate} anonymous the same
 * @property {number} submitsPerSecond submits of pages that are open already
 * @property {number} baselinePerSecond the same submits, without the product
 * @property {number} submitRatio the median of the rounds
 * @property {string} baseline what the baseline was measured with
 * @property {{ perSecond: number, submitRatio: number }} [driver] the same with the product's own driver, if the
 *   baseline was measured with another
 * @property {Burst} burst
 *
 * @typedef {{ perSecond: number, cpuMs: number | undefined, webCpuMs: number | undefined, failures: number }} Rate
 * @typedef {{ failures: string[], p95Ms: number, oneMs: number, megabytes: number | undefined }}
 *   Burst
 */

const clients = 32;
export const burstSize = 64;

/**
 * Circles whose people answer at random times, so consecutive requests belong to different circles; plus a few circles
 * whose people arrive together. A link is used once.
 */
const circles = {
  embedded: { named: 500, anonymous: 150 },
  server: { named: 3200, anonymous: 300 },
};
const circlesOfGroups = 10;

/**
 * On the embedded database. `meanwhile` is called while the product runs, with unused links.
 * @param {(product: import("../product.mjs").RunningProduct, tokens: string[]) => Promise<void>} meanwhile
 * @returns {Promise<LoadFigures>}
 */
export async function measureEmbedded(meanwhile) {
  await using temporary = await mkdtempDisposable(path.join(tmpdir(), "paraline-bench-"));
  const dataFolder = temporary.path;
  await seedDatabase({ databaseUrl: undefined, dataDir: dataFolder }, withGroups(circles.embedded));
  const statements = await submitStatements();
  const links = createLinks(circles.embedded);
  /** @type {number[]} */
  const baseline = [];
  const runBaseline = async () => {
    const round = { statements, from: links.next("named"), circles: circles.embedded.named };
    const { began, perSecond } = await runPglite(dataFolder, {
      ...round,
      clients: 1,
      seconds: 3,
    });
    links.use("named", began);
    baseline.push(perSecond);
  };

  await runBaseline();
  const product = await startProduct({ dataDir: dataFolder, databaseUrl: undefined });
  const crowds = startCrowds();
  let figures;
  try {
    figures = await underLoad({ product, crowds, links, database: undefined });
    const submits = await submitsPerSecond(product, crowds, links);
    figures = { ...figures, submits };
    await meanwhile(product, links.takeGroup("named", 40));
  } finally {
    crowds.stop();
    await product.stop();
  }
  await runBaseline();

  const { submits, ...rest } = figures;
  const baselinePerSecond = baseline.reduce((sum, rate) => sum + rate, 0) / baseline.length;
  return {
    ...rest,
    submitsPerSecond: submits,
    baselinePerSecond,
    submitRatio: submits / baselinePerSecond,
    baseline: "PGlite alone",
  };
}

/**
 * On a PostgreSQL server on this machine.
 * @returns {Promise<LoadFigures & { settings: string }>}
 */
export async function measureServer() {
  await using temporary = await mkdtempDisposable(path.join(tmpdir(), "paraline-bench-"));
  const dataFolder = temporary.path;
  await using created = await createBenchDatabase();
  const databaseUrl = created.url;
  const { postmaster, settings } = await ask(databaseUrl, describeServer);
  await seedDatabase({ databaseUrl, dataDir: dataFolder }, withGroups(circles.server));
  const statements = await submitStatements();
  const links = createLinks(circles.server);
  const pgbench = findPgbench();

  const product = await startProduct({ dataDir: dataFolder, databaseUrl });
  const crowds = startCrowds();
  try {
    const figures = await underLoad({ product, crowds, links, database: postmaster });
    const without = async (/** @type {typeof runDriver} */ run) => {
      const round = { statements, from: links.next("named"), circles: circles.server.named };
      const { began, perSecond } = await run(databaseUrl, { ...round, clients, seconds: 3 });
      links.use("named", began);
      return perSecond;
    };
    /** @type {{ ours: number, driver: number, pgbench: number }[]} */
    const rounds = [];
    // Alternating, so that other load on the machine affects all of them.
    for (let turn = 0; turn < 3; turn += 1) {
      rounds.push({
        ours: await submitsPerSecond(product, crowds, links),
        driver: await without(runDriver),
        pgbench: pgbench ? await without((...round) => runPgbench(pgbench, ...round)) : 0,
      });
    }
    const driver = {
      perSecond: median(rounds.map((round) => round.driver)),
      submitRatio: median(rounds.map((round) => round.ours / round.driver)),
    };
    const baseline = pgbench
      ? {
          baseline: "pgbench",
          baselinePerSecond: median(rounds.map((round) => round.pgbench)),
          submitRatio: median(rounds.map((round) => round.ours / round.pgbench)),
          driver,
        }
      : {
          baseline: "the pg driver alone",
          baselinePerSecond: driver.perSecond,
          submitRatio: driver.submitRatio,
        };
    return {
      ...figures,
      submitsPerSecond: median(rounds.map(({ ours }) => ours)),
      ...baseline,
      settings,
    };
  } finally {
    crowds.stop();
    await product.stop();
  }
}

/**
 * An empty database of its own on a PostgreSQL server on this machine, which is dropped when it is disposed of.
 * @returns {Promise<{ url: string } & AsyncDisposable>}
 */
export async function createBenchDatabase() {
  const postgres = await startPostgres({ durable: true });
  const name = `paraline_bench_${process.pid}`;
  await ask(postgres.url, (client) => client.query(`create database ${name}`));
  return {
    url: Object.assign(new URL(postgres.url), { pathname: `/${name}` }).href,
    async [Symbol.asyncDispose]() {
      await ask(postgres.url, (client) =>
        client.query(`drop database if exists ${name} with (force)`),
      ).catch(() => {});
      await postgres.stop();
    },
  };
}

/**
 * @param {object} run
 * @param {import("../product.mjs").RunningProduct} run.product
 * @param {ReturnType<typeof startCrowds>} run.crowds
 * @param {Links} run.links
 * @param {number | undefined} run.database the PostgreSQL server's first process, if there is one
 */
async function underLoad({ product, crowds, links, database }) {
  const { port, pid } = product;
  /**
   * People of one group, each with their own link and connection.
   * @param {import("./sample.mjs").Mode} mode
   * @param {number} people
   * @param {number} atOnce
   */
  const sendGroup = (mode, people, atOnce) =>
    crowds.send({
      ...{ port, mode, people, atOnce, opens: true, fresh: true },
      from: links.useGroup(mode, people),
    });

  /**
   * @param {import("./sample.mjs").Mode} mode
   * @param {number} seconds
   * @param {number} [people] at most this many
   * @returns {Promise<Rate>}
   */
  const rate = async (mode, seconds, people = links.left(mode)) => {
    const webBefore = cpuSeconds(pid);
    const databaseBefore = database === undefined ? 0 : cpuSecondsOfTree(database);
    const outcome = await crowds.send({
      ...{ port, mode, from: links.next(mode), people },
      ...{ atOnce: clients, seconds, opens: true, fresh: false, circles: links.circles[mode] },
    });
    links.use(mode, outcome.began);
    const webAfter = cpuSeconds(pid);
    const databaseAfter = database === undefined ? 0 : cpuSecondsOfTree(database);
    const web = difference(webAfter, webBefore);
    const stored = difference(databaseAfter, databaseBefore);
    const perFinished = (/** @type {number | undefined} */ cpu) =>
      cpu === undefined ? undefined : (cpu * 1000) / outcome.finished;
    return {
      perSecond: outcome.finished / outcome.seconds,
      webCpuMs: perFinished(web),
      cpuMs: perFinished(web === undefined || stored === undefined ? undefined : web + stored),
      failures: sum(Object.values(outcome.failures)),
    };
  };

  // Enough for the code to be compiled as in normal use.
  await rate("named", 20, 1500);
  await rate("anonymous", 5, 300);

  const one = await sendGroup("named", 49, 1);
  // One group: a link emailed to everyone in it. Named and anonymous, three times each.
  /** @type {string[]} */
  const failures = [];
  const p95s = [];
  for (const mode of /** @type {const} */ (["named", "anonymous", "named", "anonymous", "named"])) {
    const burst = await sendGroup(mode, burstSize, burstSize);
    failures.push(...Object.keys(burst.failures));
    p95s.push(percentile(burst.milliseconds, 0.95));
  }
  return {
    burst: {
      failures,
      p95Ms: median(p95s),
      oneMs: median(one.milliseconds),
      megabytes: residentMegabytes(pid),
    },
    named: await rate("named", 5),
    anonymous: await rate("anonymous", 4),
  };
}

/**
 * @param {import("../product.mjs").RunningProduct} product
 * @param {ReturnType<typeof startCrowds>} crowds
 * @param {Links} links
 */
async function submitsPerSecond({ port }, crowds, links) {
  const outcome = await crowds.send({
    ...{ port, mode: "named", from: links.next("named"), people: links.left("named") },
    ...{ atOnce: clients, seconds: 3, opens: false, fresh: false, circles: links.circles.named },
  });
  links.use("named", outcome.began);
  const failed = Object.keys(outcome.failures);
  if (failed.length > 0) throw new Error(`submits failed: ${failed.join("; ")}`);
  return outcome.finished / outcome.seconds;
}

/** @param {Record<import("./sample.mjs").Mode, number>} spread_circles */
function withGroups({ named, anonymous }) {
  return { named: named + circlesOfGroups, anonymous: anonymous + circlesOfGroups };
}

/**
 * Hands out links by number, each once.
 * @typedef {ReturnType<typeof createLinks>} Links
 * @param {Record<import("./sample.mjs").Mode, number>} circlesOf
 */
function createLinks(circlesOf) {
  const used = { named: 0, anonymous: 0 };
  const usedOfGroups = { named: 0, anonymous: 0 };
  /** @param {import("./sample.mjs").Mode} mode @param {number} people */
  const useGroup = (mode, people) => {
    const from = circlesOf[mode] * peoplePerCircle + usedOfGroups[mode];
    usedOfGroups[mode] += people;
    if (usedOfGroups[mode] > circlesOfGroups * peoplePerCircle) throw allUsed(mode);
    return from;
  };
  /** @param {import("./sample.mjs").Mode} mode */
  const left = (mode) => circlesOf[mode] * peoplePerCircle - used[mode];
  return {
    circles: circlesOf,
    left,
    /** @param {import("./sample.mjs").Mode} mode */
    next: (mode) => used[mode],
    /** @param {import("./sample.mjs").Mode} mode @param {number} count */
    use(mode, count) {
      used[mode] += count;
      if (left(mode) <= 0) throw allUsed(mode);
    },
    useGroup,
    /** @param {import("./sample.mjs").Mode} mode @param {number} people */
    takeGroup(mode, people) {
      const from = useGroup(mode, people);
      return Array.from({ length: people }, (_, index) => tokenOf(mode, from + index));
    },
  };
}

/** @param {string} mode */
function allUsed(mode) {
  return new Error(`all ${mode} links are used: seed more of them`);
}

/** @param {pg.Client} client */
async function describeServer(client) {
  const { rows } = await client.query(
    "select pg_backend_pid() as pid, current_setting('server_version') as version, current_setting('fsync') as fsync, current_setting('synchronous_commit') as commits",
  );
  const [{ pid, version, fsync, commits }] = rows;
  // A server on another machine has its processes there, too.
  const parent = /^postgres/.test(nameOf(pid) ?? "") ? parentOf(pid) : undefined;
  return {
    postmaster: parent,
    settings: `PostgreSQL ${version}, fsync ${fsync}, synchronous_commit ${commits}`,
  };
}

/**
 * @template Result
 * @param {string} url
 * @param {(client: pg.Client) => Promise<Result>} work
 */
async function ask(url, work) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** @param {number | undefined} after @param {number | undefined} before */
function difference(after, before) {
  return after === undefined || before === undefined ? undefined : after - before;
}

/** @param {number[]} values */
const sum = (values) => values.reduce((total, value) => total + value, 0);

/** @param {number[]} values */
export function median(values) {
  return percentile(
    values.toSorted((left, right) => left - right),
    0.5,
  );
}

/**
 * @param {number[]} ascending
 * @param {number} part
 */
function percentile(ascending, part) {
  return (
    ascending[Math.min(ascending.length - 1, Math.floor(ascending.length * part))] ?? Number.NaN
  );
}
