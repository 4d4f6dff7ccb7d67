import { expect, it } from "vitest";
import type { Question } from "#contract/circles/questions.ts";
import type { ReadableResponse } from "#contract/feedback/feedback.ts";
import { groupByQuestionAndTheme, groupByTheme, listPlacedAnswers } from "./group-answers.ts";

const createId = (number: number) => `0000000${number}-1111-4111-8111-111111111111`;

const written = (questionId: number, answer: string, label = `Question ${questionId}?`) => ({
  question_id: questionId,
  label,
  type: "textarea" as const,
  answer,
});
const rated = (questionId: number, answer: number) => ({
  question_id: questionId,
  label: "How well does it fit?",
  type: "rating" as const,
  answer,
});

function respond(number: number, answers: ReadableResponse["answers"]): ReadableResponse {
  const received = { received_on: "2026-11-02", edited_on: null };
  return { id: createId(number), number, first_name: null, ...received, answers };
}

const responses = [
  respond(1, [written(1, "Winter is long."), rated(2, 4), written(3, "Rent a flat.")]),
  respond(2, [written(1, "Calm."), written(3, "Wait for winter.")]),
  respond(3, [written(1, "No idea."), rated(2, 2)]),
];
const quote = (number: number, questionId: number, text: string) => ({
  response_id: createId(number),
  question_id: questionId,
  text,
});
const winter = {
  text: "The winter",
  people_count: 2,
  quotes: [quote(1, 1, "Winter is long."), quote(2, 3, "Wait for winter.")],
};
const calm = {
  text: "Calm",
  people_count: 2,
  quotes: [quote(2, 1, "Calm."), quote(1, 1, "Winter is long.")],
};
const gone = { text: "Gone", people_count: 1, quotes: [quote(9, 1, "Deleted since.")] };
const themes = [winter, calm, gone];
const questions: Question[] = [
  { id: 3, label: "Question 3?", type: "textarea" },
  { id: 2, label: "How well does it fit?", type: "rating" },
];

const texts = (placed: readonly { answer: { answer: string | number } }[]) =>
  placed.map(({ answer }) => answer.answer);

it("an answer is under every theme that quotes it, in the order of the responses, and otherwise among the others", () => {
  const groups = groupByTheme(listPlacedAnswers(responses), themes);
  expect(groups.map(({ theme, answers }) => [theme?.text, texts(answers)])).toEqual([
    ["The winter", ["Winter is long.", "Wait for winter."]],
    ["Calm", ["Winter is long.", "Calm."]],
    [undefined, ["Rent a flat.", "No idea."]],
  ]);
});

it("a question has each written answer once, under the first theme that quotes it", () => {
  const grouped = groupByQuestionAndTheme(listPlacedAnswers(responses), questions, themes);
  expect(
    grouped.map(({ question_id, groups, counted, tallies }) => ({
      question_id,
      groups: groups.map(({ theme, answers }) => [theme?.text, texts(answers)]),
      counted: texts(counted),
      counts: tallies.map(({ counts }) => counts),
    })),
  ).toEqual([
    {
      question_id: 3,
      groups: [
        ["The winter", ["Wait for winter."]],
        [undefined, ["Rent a flat."]],
      ],
      counted: [],
      counts: [],
    },
    { question_id: 2, groups: [], counted: [4, 2], counts: [[0, 1, 0, 1, 0]] },
    {
      // The question was deleted since. Its answers stay, after the others.
      question_id: 1,
      groups: [
        ["The winter", ["Winter is long."]],
        ["Calm", ["Calm."]],
        [undefined, ["No idea."]],
      ],
      counted: [],
      counts: [],
    },
  ]);
});

it("without themes the answers to a question are one group, in the order of the responses", () => {
  const [, , first] = groupByQuestionAndTheme(listPlacedAnswers(responses), questions, []);
  expect(first?.groups.map(({ theme, answers }) => [theme, texts(answers)])).toEqual([
    [undefined, ["Winter is long.", "Calm.", "No idea."]],
  ]);
});
