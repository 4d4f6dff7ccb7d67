import { limits } from "#contract/limits.ts";
import { isCounted } from "#contract/question-types/rules.ts";
import type { PreparedReading } from "#server/features/insights/prepare-reading.ts";
import { type CorpusCircle, prepareAnswers, prepareCircle } from "./corpus.ts";

const questionsCount = 8;

/**
 * A circle of any number of people, each with eight answers at maximum length. The sentences are drawn from the tuning
 * circles, deterministically. It is anonymous, because that takes the most checks.
 */
export function createLongReading(
  corpus: readonly CorpusCircle[],
  peopleCount: number,
): PreparedReading {
  const sentences = corpus
    .filter(({ language, part }) => language === undefined && part === "tuning")
    .flatMap((circle) => prepareCircle(circle).reading.people)
    .flatMap(({ answers }) => answers)
    .flatMap(({ answer }) => ("text" in answer ? answer.text.split(/(?<=[.!?])\s+/) : []));
  const questions = [
    ...new Set(
      corpus.flatMap((circle) =>
        circle.questions.filter((question) => !isCounted(question)).map(({ label }) => label),
      ),
    ),
  ].slice(0, questionsCount);
  const draw = createDraw(sentences.length);
  const write = () => {
    let text = "";
    while (text.length < limits.answerCharacters) text += `${sentences[draw()]} `;
    return text.slice(0, limits.answerCharacters).trim();
  };
  return prepareAnswers(
    questions.map((label) => ({ label, type: "textarea" })),
    Array.from({ length: peopleCount }, () => questions.map(write)),
    true,
  );
}

/**
 * Returns numbers below `count` that look random and are the same in every run. Source: the generator of Numerical
 * Recipes.
 */
function createDraw(count: number): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * count);
  };
}
