/**
 * How good the engines are: every configured engine reads the circles of the corpus (INSIGHTS_MODEL names a model; the
 * local engine is always included), and its insights are compared with what a careful reader expects.
 */

import { parseArgs } from "node:util";
import { loadCorpus, loadPairs } from "../../lab/insights/corpus.ts";
import { scoreCircle, scoreFailure } from "../../lab/insights/score-engine.ts";
import { nameSharedBy } from "../../lab/insights/score-pairs.ts";
import {
  circleGroups,
  findGroup,
  listBars,
  summarizeScores,
} from "../../lab/insights/summarize-scores.ts";
import { loadConfig } from "../../server/config/config.ts";
import { paymentSettings } from "../../server/features/billing/providers.ts";
import { EngineError } from "../../server/features/insights/engine.ts";
import { createModelEngine } from "../../server/features/insights/engines/engine-model.ts";
import { createLog } from "../../server/system/log.ts";
import { printTable, share } from "./insights-table.mjs";
import { measureLongest } from "./longest-reading.mjs";

/** @typedef {import("../../lab/insights/score-engine.ts").CircleScore} CircleScore */
/** @typedef {CircleScore & { usage: { read: number, written: number } | undefined }} Measured */

/** A model whose server does not work at all is not asked for every circle. */
const unansweredInARow = 3;

const { part, limit, json, misses } = readArguments();
const insightsSettings = Object.entries(process.env).filter(([name]) =>
  name.startsWith("INSIGHTS_"),
);
const { config } = loadConfig(
  {
    ...Object.fromEntries(insightsSettings),
    BILLING: "off",
    APP_SECRET: "nothing is encrypted with this one",
  },
  paymentSettings,
);
const settings = config.insights.kind === "model" ? config.insights : undefined;

/** What the current model has reported since the last circle. @type {{ read: number, written: number } | undefined} */
let usage;
/** This server's own engine is undefined. */
const engines = [
  undefined,
  ...(settings === undefined
    ? []
    : [
        createModelEngine(settings, createLog("error"), {
          onUsage({ read, written }) {
            usage = { read: (usage?.read ?? 0) + read, written: (usage?.written ?? 0) + written };
          },
        }),
      ]),
];

const corpus = loadCorpus();
const circles = spread(
  corpus.filter((circle) => part === undefined || circle.part === part),
  limit,
);

const results = [];
for (const engine of engines) {
  const { scores, stopped } = await measure(engine);
  results.push({ engine, scores, stopped });
}
const shown = results.map(({ engine, scores, stopped }) => ({
  name: formatEngine(engine),
  kind: engine?.kind ?? "local",
  prompt_version: engine?.prompt_version ?? null,
  stopped,
  groups: Object.fromEntries(
    circleGroups.flatMap((group) => {
      const members = scores.filter((score) => findGroup(score) === group);
      if (members.length === 0) return [];
      return [[group, { figures: summarizeScores(members), spent: sumSpent(members) }]];
    }),
  ),
}));
const localScores = results.find(({ engine }) => engine === undefined)?.scores ?? [];
const bars = limit === undefined && part !== "tuning" ? listBars(localScores) : [];
if (bars.some(({ isReached }) => !isReached)) process.exitCode = 1;

if (json) {
  console.log(JSON.stringify({ engines: shown, bars }, null, 2));
} else {
  printTable(shown);
  for (const { name, stopped } of shown) {
    if (stopped !== undefined) console.log(`\n${name} was stopped: ${stopped}`);
  }
  for (const { engine, scores } of results) listFailures(formatEngine(engine), scores);
  if (bars.length > 0) console.log("\nBars of the local engine, on held-out circles");
  for (const bar of bars) {
    const verdict = bar.isReached ? "passes" : "MISSED";
    console.log(
      `  ${bar.name.padEnd(52)}${share(bar.share).padStart(18)}  ≥ ${bar.minShare * 100} %  ${verdict}`,
    );
  }
  if (misses) for (const { engine, scores } of results) listMisses(formatEngine(engine), scores);
  judgePairs();
  await measureLongest(corpus);
}

/** What the local engine makes of two people who deny, or who affirm. */
function judgePairs() {
  const denials = loadPairs("denials").filter((pair) => nameSharedBy(pair) !== undefined);
  const affirmations = loadPairs("affirmations");
  const right = affirmations.filter((pair) => {
    const named = nameSharedBy(pair)?.toLowerCase() ?? "";
    return [pair.about].flat().some((word) => named.includes(word.toLowerCase()));
  });
  console.log("\nPairs of people who were asked, by the local engine");
  console.log(
    `  denials that become a strength or a worry            ${denials.length} of ${loadPairs("denials").length}`,
  );
  console.log(
    `  affirmations that are found                          ${right.length} of ${affirmations.length}`,
  );
  for (const { language, pair } of denials)
    console.log(`  MISSED ${language}: ${pair.join(" | ")}`);
  if (denials.length > 0) process.exitCode = 1;
}

function readArguments() {
  const { values } = parseArgs({
    options: {
      part: { type: "string" },
      limit: { type: "string" },
      json: { type: "boolean", default: false },
      misses: { type: "boolean", default: false },
    },
  });
  const { part: only, limit: most, ...flags } = values;
  if (only !== undefined && only !== "held_out" && only !== "tuning") {
    throw new Error("--part is held_out or tuning");
  }
  if (most !== undefined && !/^[1-9]\d*$/.test(most)) {
    throw new Error("--limit is how many circles are read, 1 or more");
  }
  return { ...flags, part: only, limit: most === undefined ? undefined : Number(most) };
}

/**
 * Every nth circle, so that a few circles are of many kinds.
 * @template T
 * @param {T[]} all
 * @param {number | undefined} most
 */
function spread(all, most) {
  if (most === undefined || most >= all.length) return all;
  return Array.from(
    { length: most },
    (_, index) => /** @type {T} */ (all[Math.floor((index * all.length) / most)]),
  );
}

/** @typedef {import("../../lab/insights/score-engine.ts").MeasuredEngine} MeasuredEngine */

/** @param {MeasuredEngine} engine */
function formatEngine(engine) {
  return engine?.name ?? "local engine";
}

/** @param {MeasuredEngine} engine */
async function measure(engine) {
  /** @type {Measured[]} */
  const scores = [];
  const began = performance.now();
  let unanswered = 0;
  for (const circle of circles) {
    usage = undefined;
    const { score, isAnswer } = await read(engine, circle);
    scores.push({ ...score, usage });
    unanswered = isAnswer ? 0 : unanswered + 1;
    if (unanswered === unansweredInARow) return { scores, stopped: score.failure };
    if (engine !== undefined) tellProgress(engine.name, scores.length, began);
  }
  return { scores, stopped: undefined };
}

/**
 * @param {MeasuredEngine} engine
 * @param {import("../../lab/insights/corpus.ts").CorpusCircle} circle
 * @returns {Promise<{ score: CircleScore, isAnswer: boolean }>}
 */
async function read(engine, circle) {
  const began = performance.now();
  try {
    return { score: await scoreCircle(engine, circle), isAnswer: true };
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    const score = scoreFailure(circle, error.message, performance.now() - began);
    return { score, isAnswer: error.failure === "unusable" };
  }
}

/** @param {string} name @param {number} done @param {number} began */
function tellProgress(name, done, began) {
  const leftMs = ((performance.now() - began) / done) * (circles.length - done);
  const left = leftMs < 60_000 ? "under a minute" : `about ${Math.round(leftMs / 60_000)} minutes`;
  process.stderr.write(
    process.stderr.isTTY
      ? `\r\u001b[K${name}: ${done} of ${circles.length} circles, ${left} left`
      : "",
  );
  if (done === circles.length && process.stderr.isTTY) process.stderr.write("\n");
}

/** @param {Measured[]} members */
function sumSpent(members) {
  const reported = members.flatMap((score) => score.usage ?? []);
  if (reported.length === 0) return undefined;
  return {
    read: reported.reduce((sum, each) => sum + each.read, 0),
    written: reported.reduce((sum, each) => sum + each.written, 0),
  };
}

/** @param {string} name @param {Measured[]} scores */
function listFailures(name, scores) {
  const counts = Object.groupBy(
    scores.filter(({ failure }) => failure !== undefined),
    ({ failure = "" }) => failure,
  );
  for (const [failure, failed = []] of Object.entries(counts)) {
    console.log(`\n${name} failed in ${failed.length} circles: ${failure}`);
  }
}

/** @param {string} name @param {Measured[]} scores */
function listMisses(name, scores) {
  for (const { circle, insights, view, missedByTitle, strength: side, risk: other } of scores) {
    if (circle.part === "held_out" || insights === undefined) continue;
    const { sentiment, risk, strength = [] } = circle.expect;
    const missed = [
      view && !view.isRight && `says ${view.sentiment}, not ${sentiment} (by ${view.source})`,
      ...missedByTitle.map((words) => `misses ${words.join("/")}`),
      risk.length > 0 && !other.isRight && `misses the risk ${risk.join("/")}`,
      strength.length > 0 && !side.isRight && `misses the strength ${strength.join("/")}`,
    ].filter(Boolean);
    if (missed.length === 0) continue;
    const { themes, top_risk, top_strength } = insights.content;
    console.log(`\n${name}, ${circle.id}: ${missed.join("; ")}`);
    console.log(
      `  themes: ${themes.map(({ text, people_count }) => `${text} ${people_count}`).join(", ")}; risk: ${top_risk?.text}; strength: ${top_strength?.text}`,
    );
  }
}
