import { randomUUID } from "node:crypto";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { boardBookTask } from "#server/features/exports/write-board-book.ts";
import { insightsTask } from "#server/features/insights/heavy-tasks.ts";
import { openHeavyWork } from "#server/system/heavy-work.ts";
import { inRoot } from "../run.mjs";

/**
 * What insights and a board book of the largest paraline take in the built thread, and for how long the thread that
 * serves does not come to other work meanwhile, in milliseconds.
 *
 * @typedef {object} HeavyWorkFigures
 * @property {Record<string, { tookMs: number, ratio: number }>} insights by what people write; the ratio is that of all
 *   people to half of them
 * @property {number} bookMs
 * @property {number} longestDelayMs
 * @property {number} idleDelayMs the longest delay while nothing was done
 */

const people = 50;
const longestTaskMs = 10 * 60_000;
const words =
  "you are calm patient and would buy bread the first winter worries me rent savings ask to see books before sign can picture there morning oven keep one day orchestra until spring people come back place somebody knows name".split(
    " ",
  );
/** @type {Record<string, (word: string, index: number) => string>} */
const kinds = {
  "in ordinary sentences": (word, index) => (index % 9 === 8 ? `${word}. ` : `${word} `),
  "in words with capitals": (word, index) =>
    `${word.charAt(0).toUpperCase()}${word.slice(1)}${"abcdefgh".charAt(index % 8)} `,
  "in lines of one word": (word) => `${word}\n`,
};

/** @returns {Promise<HeavyWorkFigures>} */
export async function measureHeavyWork() {
  const work = openHeavyWork(
    inRoot("dist/server/heavy-thread.js"),
    { requireLeft: async () => {}, spend: async () => {} },
    longestTaskMs,
  );
  try {
    const idleDelayMs = await longestDelay(() => new Promise((done) => setTimeout(done, 2000)));
    /** @type {HeavyWorkFigures["insights"]} */
    const insights = {};
    let bookMs = 0;
    const longestDelayMs = await longestDelay(async () => {
      for (const [name, write] of Object.entries(kinds)) {
        const times = [];
        // The first reading loads the word lists.
        for (const count of [1, people / 2, people]) {
          times.push(await timeOf(() => work.run(insightsTask, readingOf(count, write), server)));
        }
        const [, halfMs = 0, tookMs = 0] = times;
        insights[name] = { tookMs, ratio: tookMs / halfMs };
      }
      bookMs = await timeOf(() => work.run(boardBookTask, bookOf(readingOf(people)), server));
    });
    return { insights, bookMs, longestDelayMs, idleDelayMs };
  } finally {
    await work.close();
  }
}

const server = { owner: undefined };

/** @type {import("../../contract/circles/questions.ts").Question[]} */
const questions = Array.from({ length: 8 }, (_, index) => ({
  id: index + 1,
  label: `What do you see, ${index + 1}?`,
  type: "textarea",
}));

/** @param {number} count @param {(word: string, index: number) => string} [write] */
function readingOf(count, write = (word) => `${word} `) {
  const answerOf = (/** @type {number} */ from) => {
    let text = "";
    for (let index = from; text.length < 2000; index += 1) {
      text += write(words[(index * index + from) % words.length] ?? "", index);
    }
    return text.slice(0, 2000).trim();
  };
  return {
    circle: {
      title: "The bakery",
      description: "A lease.",
      what_they_ask: "What do you see?",
      is_anonymous: true,
    },
    responses: Array.from({ length: count }, (_, person) => ({
      id: randomUUID(),
      use_in_insights: true,
      questions,
      answers: Object.fromEntries(questions.map(({ id }) => [id, answerOf(person * 8 + id)])),
    })),
    names: { names: Array.from({ length: count }, (_, person) => `Person${person}`) },
    draft: undefined,
  };
}

/** @param {ReturnType<typeof readingOf>} reading */
function bookOf({ circle, responses }) {
  const now = new Date();
  return {
    owner_name: "Maya",
    cover: undefined,
    now,
    file: {
      format: /** @type {const} */ ("paraline-results/1"),
      exported_on: "2026-11-02",
      circle: {
        ...circle,
        id: randomUUID(),
        deadline: null,
        status: /** @type {const} */ ("completed"),
        closed_on: "2026-11-02",
        questions,
        responses_count: responses.length,
        invites_count: responses.length,
      },
      visibility: /** @type {const} */ ("readable"),
      responses: responses.map(({ id, answers }, index) => ({
        id,
        number: index + 1,
        first_name: null,
        received_on: "2026-11-02",
        answers: questions.map((question) => ({
          question_id: question.id,
          label: question.label,
          type: /** @type {const} */ ("textarea"),
          answer: answers[question.id] ?? "",
        })),
      })),
      encouragements: [],
      kept: [],
      insights: null,
      decision: null,
    },
  };
}

/** @param {() => Promise<unknown>} work */
async function timeOf(work) {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** @param {() => Promise<unknown>} work */
async function longestDelay(work) {
  const delays = monitorEventLoopDelay({ resolution: 10 });
  delays.enable();
  await work();
  delays.disable();
  return delays.max / 1_000_000;
}
