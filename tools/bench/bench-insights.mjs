/**
 * How good the engines are: every configured engine reads each circle of the corpus (INSIGHTS_MODEL names a model, the
 * local engine is always available), and the result is compared with what a careful reader expects. `--misses` lists
 * what was missed, only for the circles that the engine may be tuned on. Exits with 1 when the local engine misses a
 * bar.
 */

import { loadavg } from "node:os";
import { loadConfig } from "../../server/config/config.ts";
import { paymentSettings } from "../../server/features/billing/providers.ts";
import { createLongReading } from "../../server/features/insights/corpus/long-reading.ts";
import {
  loadCorpus,
  scoreCircle,
  summarizeScores,
} from "../../server/features/insights/corpus/score-engine.ts";
import { createLocalEngine } from "../../server/features/insights/engines/engine-local.ts";
import { createModelEngine } from "../../server/features/insights/engines/engine-model.ts";
import { createLog } from "../../server/system/log.ts";
import { isMissed, milliseconds, printLines } from "./report.mjs";

const showsMisses = process.argv.includes("--misses");
const corpus = loadCorpus();
const { INSIGHTS_MODEL, INSIGHTS_API_KEY, INSIGHTS_BASE_URL } = process.env;
const { config } = loadConfig(
  {
    INSIGHTS_MODEL,
    INSIGHTS_API_KEY,
    INSIGHTS_BASE_URL,
    BILLING: "off",
    APP_SECRET: "nothing is encrypted with this one",
  },
  paymentSettings,
);
const { insights } = config;
const engines = [
  createLocalEngine(),
  ...(insights.kind === "model" ? [createModelEngine(insights, createLog("warn"))] : []),
];

/** As in the corpus' README: the sentiment bar covers all circles, and the held-out ones may get no worse. */
const minimumScores = { held_out: 11 / 14, all: 0.85 };

for (const engine of engines) {
  const scores = [];
  for (const circle of corpus) scores.push(await scoreCircle(engine, circle));
  console.log(`\n${engine.name}`);
  console.log("part      circles  sentiment  themes@5  risk   quotes valid");
  const bars = [];
  for (const part of /** @type {const} */ (["tune", "held_out", "all"])) {
    const figures = summarizeScores(
      scores.filter(({ circle }) => part === "all" || circle.part === part),
    );
    console.log(
      [
        part.padEnd(9),
        String(figures.circles).padStart(7),
        percent(figures.sentiment).padStart(10),
        percent(figures.themeRecallAt5).padStart(9),
        percent(figures.risk).padStart(6),
        percent(figures.quoteValidity).padStart(12),
      ].join(" "),
    );
    if (part === "tune") continue;
    const line = (
      /** @type {string} */ name,
      /** @type {number} */ value,
      /** @type {number} */ bar,
    ) => ({ name: `${name}, ${part}`, value, bar, show: percent, moreIsBetter: true });
    bars.push(
      line("sentiment", figures.sentiment, minimumScores[part]),
      line("theme recall at 5", figures.themeRecallAt5, 0.7),
      line("quote validity", figures.quoteValidity, 1),
    );
  }
  if (engine.kind === "local") {
    printLines("Its bars", bars);
    if (isMissed(bars)) process.exitCode = 1;
  }
  const times = scores.map(({ tookMs }) => tookMs).toSorted((a, b) => a - b);
  console.log(`median ${Math.round(times[Math.floor(times.length / 2)] ?? 0)} ms a circle`);
  if (showsMisses) listMisses(scores);
}

const rounds = 5;
await measureLongest();

/** How long the local engine takes for the longest circle for which one second is promised. */
async function measureLongest() {
  const engine = createLocalEngine();
  const reading = createLongReading(corpus);
  const answers = reading.people.flatMap((person) => person.answers);
  const times = [];
  const usedBefore = process.cpuUsage();
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    await engine.generate(reading, async () => {});
    times.push(performance.now() - began);
  }
  const used = process.cpuUsage(usedBefore);
  const cpuMs = (used.user + used.system) / 1000 / rounds;
  const [load = 0] = loadavg();
  if (load > 1) {
    console.log(
      `\nload ${load.toFixed(1)}: something else keeps this machine busy, only the processor time means something`,
    );
  }
  const sorted = times.toSorted((a, b) => a - b);
  const bar = load > 1 ? undefined : 1000;
  const lines = [
    { name: "median", value: sorted[(rounds - 1) / 2], show: milliseconds, bar },
    { name: "slowest", value: sorted.at(-1), show: milliseconds, bar },
    { name: "processor time of each", value: cpuMs, show: milliseconds, bar: 1000 },
  ];
  printLines(
    `The local engine on ${reading.people.length} people with ${answers.length / reading.people.length} full answers each`,
    lines,
  );
  if (isMissed(lines)) process.exitCode = 1;
}

/** @param {import("../../server/features/insights/corpus/score-engine.ts").CircleScore[]} scores */
function listMisses(scores) {
  for (const { circle, insights, wrongSentiment, missedThemes, hasRisk } of scores) {
    if (circle.language !== undefined || circle.part === "held_out") continue;
    const misses = [
      wrongSentiment &&
        `says ${wrongSentiment}, not ${circle.expect.sentiment} (${insights.content.people.map(({ sentiment }) => sentiment).join(" ")})`,
      ...missedThemes.map((words) => `misses ${words.join("/")}`),
      !hasRisk &&
        circle.expect.risk.length > 0 &&
        `misses the risk ${circle.expect.risk.join("/")}`,
    ].filter(Boolean);
    if (misses.length === 0) continue;
    console.log(`\n${circle.part} ${circle.id}: ${misses.join("; ")}`);
    console.log(
      `  themes: ${insights.content.themes.map(({ text, people_count }) => `${text} ${people_count}`).join(", ")}; risk: ${insights.content.top_risk?.text}`,
    );
  }
}

/** @param {number} share */
function percent(share) {
  return `${(share * 100).toFixed(1)} %`;
}
