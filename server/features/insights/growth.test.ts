import { expect, test } from "vitest";
import { prepareTexts } from "#server/testing/insights-drafts.ts";
import { createGate } from "./checks/gate.ts";
import { draftLocally } from "./engines/draft-locally.ts";
import { createRedactor } from "./redact.ts";

const size = 300;
const times = 8;
/** With eight times as many, comparing each word with all others takes 8 times as long for each; reading it, as long. */
const maxRatio = 4.5;

/** Distinct words that no dictionary has. */
const createWords = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    [...String(index + 1000)].map((digit) => "bdfgklmnpr"[Number(digit)]).join("a"),
  );

const generate = (texts: readonly string[]) => {
  const prepared = prepareTexts(texts, { is_anonymous: true });
  return draftLocally(prepared, createGate(prepared));
};

test.each<[what: string, prepare: (count: number) => () => unknown]>([
  [
    "finding the themes of a long sentence that two people share",
    (count) => {
      const sentence = `the ${createWords(count).join(" the ")}`;
      return () => generate([sentence, sentence]);
    },
  ],
  [
    "redacting answers full of capitals",
    (count) => {
      const words = createWords(count * 6).map(
        (word) => word.charAt(0).toUpperCase() + word.slice(1),
      );
      const texts = Array.from({ length: count }, (_, index) =>
        words.slice(index * 6, index * 6 + 6).join(" and "),
      );
      return () => texts.map(createRedactor({ names: ["Ana"] }, [], texts));
    },
  ],
  [
    "looking for author hints in an answer of many lines",
    (count) => () => generate([createWords(count).join("\n\n")]),
  ],
  [
    "choosing the best words of somebody who repeats themselves",
    (count) => () => generate(["Your bread is wonderful. ".repeat(count)]),
  ],
])("%s takes in proportion to their length", async (_, prepare) => {
  const small = prepare(size);
  const large = prepare(times * size);
  await small();
  const smallMicros = await measure(async () => {
    for (let round = 0; round < times; round += 1) await small();
  });
  const enough = maxRatio * smallMicros;
  expect((await measure(large, enough)) / smallMicros).toBeLessThan(maxRatio);
});

/**
 * The processor time of this thread, which a busy machine changes little: the best of three rounds, or the first that
 * takes less than `enough`.
 */
async function measure(work: () => unknown, enough = 0): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 3 && best >= enough; round += 1) {
    const before = process.threadCpuUsage();
    await work();
    const { user, system } = process.threadCpuUsage(before);
    best = Math.min(best, user + system);
  }
  // Some systems count in steps of several milliseconds.
  return Math.max(best, 4000);
}
