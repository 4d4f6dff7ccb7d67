import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Question } from "#contract/circles/questions.ts";
import { limits } from "#contract/limits.ts";
import { useTestApp } from "#server/testing/app.ts";

const app = useTestApp();
const owner = app.useOwner({ full_name: "Maya Torres" });

/** For how long one task may keep the process from answering others. */
const longestTurnMs = 100;
/**
 * What a task does itself it does each time. Only the first time, libraries are loaded and code is compiled, and that
 * the process collects its memory meanwhile is chance.
 */
const rounds = 5;

const questions: Question[] = Array.from({ length: limits.questionsMax }, (_, index) => ({
  id: index + 1,
  label: `What do you see, ${index + 1}?`,
  type: "textarea",
}));
const sentences = [
  "You are calm and patient, and I would buy your bread.",
  "The first winter worries me, and so does the rent.",
  "Ask to see the books before you sign anything.",
  "I can picture you there in the morning with the oven on.",
  "Your savings will not last long if the shop stays empty.",
  "Keep one day at the orchestra until the spring.",
  "People come back to a place where somebody knows their name.",
];

/** The largest answers, which differ from person to person. */
const createAnswers = (person: number) =>
  Object.fromEntries(
    questions.map(({ id }) => {
      const text = Array.from(
        { length: 60 },
        (_, index) => sentences[(person * 3 + id * 5 + index * index) % sentences.length],
      );
      return [id, text.join(" ").slice(0, limits.answerCharacters).trim()];
    }),
  );

test("insights and files of the largest paraline never keep the server from answering others", async () => {
  const people = Array.from({ length: limits.peopleMax }, (_, index) => `Person${index}`);
  const circle = await app.circles.seed(owner, { people, questions, is_anonymous: true });
  for (const index of people.keys()) {
    const answers = createAnswers(index);
    expect((await app.circles.answer(circle.findToken(index), { answers })).status).toBe(201);
  }
  await app.work();
  await app.circles.close(owner, circle.id);
  const results = `/api/circles/${circle.id}`;
  for (const [method, path] of [
    ["POST", `${results}/insights`],
    ["GET", `${results}/insights`],
    ["GET", `${results}/feedback`],
    ["GET", `${results}/results/board-book.pdf`],
    ["GET", `${results}/results/results.xlsx`],
    ["GET", `${results}/results/results.csv`],
    ["GET", `${results}/results/results.json`],
    ["GET", "/api/account/download"],
  ] as const) {
    const ask = async () => {
      const response = await app.as(owner, method, path);
      expect(response.status).toBe(200);
      await response.arrayBuffer();
    };
    let longest = Number.POSITIVE_INFINITY;
    for (let round = 0; round < rounds && longest >= longestTurnMs; round += 1) {
      longest = Math.min(longest, await measureLongestTurn(ask));
    }
    expect(longest, path).toBeLessThan(longestTurnMs);
  }
});

/**
 * The longest time for which this thread did not come back to its event loop while something was under way, in
 * milliseconds of its own processor time, so that nothing else on a busy machine counts.
 */
async function measureLongestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let isOver = false;
  const watch = async () => {
    while (!isOver) {
      const before = process.threadCpuUsage();
      await wait(20);
      const { user, system } = process.threadCpuUsage(before);
      longest = Math.max(longest, (user + system) / 1000);
    }
  };
  const watching = watch();
  await work();
  isOver = true;
  await watching;
  return longest;
}
