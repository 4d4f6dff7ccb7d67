import { availableParallelism, loadavg } from "node:os";
import { measureSecondStart } from "../test/smoke.mjs";
import { measureAtRest } from "./at-rest.mjs";
import { measureHeavyWork } from "./heavy-work.mjs";
import { burstSize, measureEmbedded, measureServer } from "./load/load-figures.mjs";
import { measureOwnerWrites } from "./owner-writes.mjs";
import { measurePage, slowConnection } from "./page-figures.mjs";
import {
  count,
  kilobytes,
  megabytes,
  milliseconds,
  printLines,
  printSummary,
  ratio,
} from "./report.mjs";

/**
 * @typedef {import("./report.mjs").Line} Line
 * @typedef {import("./load/load-figures.mjs").LoadFigures} LoadFigures
 * @typedef {import("./page-figures.mjs").PageFigures} PageFigures
 */

/** The page and the submission, one round trip each. */
const phoneWaitMs = 2 * slowConnection.latency;

/** Measures everything and prints it. People judge a missed limit; a failed measurement throws. */
export async function runBench() {
  const began = performance.now();
  const [load = 0] = loadavg();
  console.log(
    `Node ${process.version}, ${availableParallelism()} CPUs, load ${load.toFixed(1)} before the start`,
  );
  if (load > 1)
    console.log("Something else keeps this machine busy: only the ratios mean something.");

  const start = await measureSecondStart();
  const startLines = [
    {
      name: "npm start, the second time, until ready",
      value: start.tookMs,
      show: milliseconds,
      bar: 3000,
    },
    { name: "  CPU time", value: start.cpuMs, show: milliseconds, bar: 2500, aim: 1500 },
  ];
  printLines("Starting", startLines);

  const atRestLines = describeAtRest(await measureAtRest());
  printLines("Answers at rest", atRestLines);

  const ownerWriteLines = describeOwnerWrites(await measureOwnerWrites());
  printLines("The smallest write of an owner", ownerWriteLines);

  const heavyWorkLines = describeHeavyWork(await measureHeavyWork());
  printLines("Insights and PDFs of 50 people with 8 full answers each", heavyWorkLines);

  /** @type {PageFigures | undefined} */
  let page;
  const embedded = await measureEmbedded(async (product, tokens) => {
    page = await measurePage(product, tokens);
  });
  if (page === undefined) throw new Error("the page was not measured");
  const pageLines = describePage(page);
  printLines("The invitee's page, on a phone held to Slow 4G", pageLines);
  const embeddedLines = describeLoad(embedded, { bar: 700, aim: 450 });
  printLines("The server, on the embedded database", embeddedLines);

  const server = await measureServer();
  const serverLines = describeLoad(server, { bar: 200, aim: 120 });
  printLines(`The server, on ${server.settings}`, serverLines);
  printSummary([
    ...startLines,
    ...atRestLines,
    ...ownerWriteLines,
    ...heavyWorkLines,
    ...pageLines,
    ...embeddedLines,
    ...serverLines,
  ]);
  console.log(`took ${((performance.now() - began) / 1000).toFixed(0)} s`);
}

/**
 * @param {import("./at-rest.mjs").AtRestFigures} figures
 * @returns {Line[]}
 */
function describeAtRest(figures) {
  const bytes = (/** @type {number} */ value) => megabytes(value / 1_000_000);
  return [
    {
      name: "encrypting a submit, CPU time",
      value: figures.sealMs,
      show: (value) => `${value.toFixed(3)} ms`,
      bar: 0.1,
    },
    {
      name: "  an anonymous one",
      value: figures.sealAnonymousMs,
      show: (value) => `${value.toFixed(3)} ms`,
      bar: 0.1,
    },
    {
      name: "decrypting results of 50 people with 8 answers each",
      value: figures.openMs,
      show: milliseconds,
      bar: 10,
    },
    { name: "the embedded database's folder", value: figures.emptyBytes, show: bytes },
    { name: "  after 20,000 submits", value: figures.filledBytes, show: bytes },
    { name: "  after their deletion and a vacuum", value: figures.sweptBytes, show: bytes },
    {
      name: "  relative to the size before",
      value: figures.sweptBytes / figures.emptyBytes,
      show: ratio,
      bar: 1.5,
    },
  ];
}

/**
 * @param {Awaited<ReturnType<typeof measureOwnerWrites>>} figures
 * @returns {Line[]}
 */
function describeOwnerWrites({ embedded, server }) {
  return [
    { name: "on the embedded database", value: embedded.aloneMs, show: milliseconds },
    { name: "  with its session locked", value: embedded.withSessionMs, show: milliseconds },
    {
      name: "  relative to the write alone",
      value: embedded.withSessionMs / embedded.aloneMs,
      show: ratio,
    },
    { name: "on a PostgreSQL server", value: server.aloneMs, show: milliseconds },
    { name: "  with its session locked", value: server.withSessionMs, show: milliseconds },
    {
      name: "  relative to the write alone",
      value: server.withSessionMs / server.aloneMs,
      show: ratio,
    },
  ];
}

/**
 * @param {import("./heavy-work.mjs").HeavyWorkFigures} figures
 * @returns {Line[]}
 */
function describeHeavyWork({ insights, bookMs, longestDelayMs, idleDelayMs }) {
  return [
    ...Object.entries(insights).flatMap(([name, { tookMs, ratio: toHalf }]) => [
      { name: `insights, ${name}`, value: tookMs, show: milliseconds, bar: 30_000 },
      { name: "  relative to half as many people", value: toHalf, show: ratio, bar: 3 },
    ]),
    { name: "a board book", value: bookMs, show: milliseconds, bar: 30_000 },
    {
      name: "the longest time in which nothing else was served",
      value: longestDelayMs,
      show: milliseconds,
      bar: 100,
    },
    { name: "  while nothing was done", value: idleDelayMs, show: milliseconds },
  ];
}

/**
 * @param {PageFigures} page
 * @returns {Line[]}
 */
function describePage(page) {
  return [
    {
      name: "on the wire until the script has taken over",
      value: page.wireBytes,
      show: kilobytes,
      bar: 85_000,
      aim: 72_000,
    },
    {
      name: "on the wire at the second opening",
      value: page.secondOpeningBytes,
      show: kilobytes,
    },
    {
      name: "largest paint, against a form without scripts",
      value: page.largestPaintRatio,
      show: ratio,
      bar: 1.3,
      aim: 1.1,
    },
    { name: "largest paint", value: page.largestPaintMs, show: milliseconds },
    { name: "until the script has taken over", value: page.liveMs, show: milliseconds },
  ];
}

/**
 * @param {LoadFigures} figures
 * @param {{ bar: number, aim: number }} memory
 * @returns {Line[]}
 */
function describeLoad(figures, memory) {
  const { named, anonymous, burst, driver } = figures;
  /**
   * @param {string} mode
   * @param {import("./load/load-figures.mjs").Rate} rate
   * @param {number} aim milliseconds of each response
   * @returns {Line[]}
   */
  const rates = (mode, rate, aim) => [
    { name: `finished responses a second, ${mode}`, value: rate.perSecond, show: count },
    {
      name: "  relative to the submits of the database alone",
      value: rate.perSecond / figures.baselinePerSecond,
      show: ratio,
    },
    {
      name: "  CPU time of each, product and database",
      value: rate.cpuMs,
      show: milliseconds,
      bar: 7,
      aim,
    },
    { name: "  of that, the product's process", value: rate.webCpuMs, show: milliseconds },
    {
      name: "  finished responses a CPU second",
      value: rate.cpuMs && 1000 / rate.cpuMs,
      show: count,
      bar: 140,
      aim: 1000 / aim,
      moreIsBetter: true,
    },
    { name: "  failures", value: rate.failures, show: count, bar: 0, aim: 0 },
  ];
  for (const failure of new Set(burst.failures)) console.log(`failed in a burst: ${failure}`);
  return [
    ...rates("named", named, 3),
    ...rates("anonymous", anonymous, 4),
    { name: "submits a second, 32 clients", value: figures.submitsPerSecond, show: count },
    { name: `the same by ${figures.baseline}`, value: figures.baselinePerSecond, show: count },
    {
      name: `  submits relative to ${figures.baseline}`,
      value: figures.submitRatio,
      show: ratio,
      bar: 0.4,
      aim: 0.6,
      moreIsBetter: true,
    },
    ...(driver
      ? [
          {
            name: "the same by the pg driver alone",
            value: driver.perSecond,
            show: count,
          },
          { name: "  submits relative to the driver", value: driver.submitRatio, show: ratio },
          {
            name: "  the driver relative to pgbench",
            value: driver.perSecond / figures.baselinePerSecond,
            show: ratio,
          },
        ]
      : []),
    {
      name: "burst of 64 sessions: failures",
      value: burst.failures.length,
      show: count,
      bar: 0,
      aim: 0,
    },
    { name: "  one session alone, median", value: burst.oneMs, show: milliseconds },
    { name: "  95th percentile of the burst", value: burst.p95Ms, show: milliseconds },
    {
      name: "  relative to as many sessions one after another",
      value: burst.p95Ms / (burst.oneMs * burstSize),
      show: ratio,
    },
    {
      name: "  as phones see it, relative to one session",
      value: (burst.p95Ms + phoneWaitMs) / (burst.oneMs + phoneWaitMs),
      show: ratio,
      bar: 10,
    },
    {
      name: "  memory of the product's process afterwards",
      value: burst.megabytes,
      show: megabytes,
      ...memory,
    },
  ];
}
