import { limits } from "#contract/limits.ts";
import { isCounted } from "#contract/question-types/rules.ts";
import type { Reading } from "../engine.ts";
import { type CorpusCircle, prepareCircle } from "./corpus.ts";

const peopleCount = 15;

/**
 * The largest circle for which insights are promised within a second: fifteen people, the maximum number of questions,
 * and every answer at maximum length. The sentences of each answer are drawn from the corpus, deterministically.
 */
export function createLongReading(corpus: readonly CorpusCircle[]): Reading {
  const sentences = corpus
    .filter(({ language }) => language === undefined)
    .flatMap((circle) => prepareCircle(circle).reading.people)
    .flatMap(({ answers }) => answers)
    .flatMap(({ answer }) => ("text" in answer ? answer.text.split(/(?<=[.!?])\s+/) : []));
  const questions = [
    ...new Set(
      corpus.flatMap((circle) =>
        circle.questions.filter((question) => !isCounted(question)).map(({ label }) => label),
      ),
    ),
  ].slice(0, limits.questionsMax);
  const draw = createDraw(sentences.length);
  const write = () => {
    let text = "";
    while (text.length < limits.answerCharacters) text += `${sentences[draw()]} `;
    return text.slice(0, limits.answerCharacters).trim();
  };
  return {
    title: "",
    description: "",
    what_they_ask: "",
    is_anonymous: false,
    people: Array.from({ length: peopleCount }, (_, person) => ({
      ref: `p${person + 1}`,
      answers: questions.map((question, place) => ({
        ref: `a${person * questions.length + place + 1}`,
        question_id: place + 1,
        question,
        role: undefined,
        answer: { text: write() },
      })),
    })),
  };
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
