import type { Question } from "#contract/circles/questions.ts";
import type { ReadableResponse } from "#contract/feedback/feedback.ts";
import type { Point } from "#contract/insights/insights.ts";
import { isCounted } from "#contract/question-types/rules.ts";
import { type Tally, tallyAnswers } from "#contract/question-types/tallies.ts";

export const readingOrders = ["person", "question", "theme"] as const;
export type ReadingOrder = (typeof readingOrders)[number];

type Answer = ReadableResponse["answers"][number];

/** An answer with the response that it belongs to. */
export interface PlacedAnswer {
  response: ReadableResponse;
  answer: Answer;
}

export type Theme = Pick<Point, "text" | "people_count" | "quotes">;

/** Answers about one theme; `theme` is undefined for those without one. */
export interface ThemeGroup {
  theme: Theme | undefined;
  answers: PlacedAnswer[];
}

export interface QuestionGroup {
  question_id: number;
  label: string | null;
  /** A tally for each counted wording of the question. */
  tallies: Tally[];
  /** Its written answers by theme, each only once. Without themes, all are in one group. */
  groups: ThemeGroup[];
  counted: PlacedAnswer[];
}

const createKey = (responseId: string, questionId: number) => `${responseId} ${questionId}`;

/** All answers of all responses in order. Groups keep this order. */
export function listPlacedAnswers(responses: readonly ReadableResponse[]): PlacedAnswer[] {
  return responses.flatMap((response) => response.answers.map((answer) => ({ response, answer })));
}

/** The themes that quote an answer, by the answer. */
function themesByAnswer(themes: readonly Theme[]): Map<string, Theme[]> {
  const found = new Map<string, Theme[]>();
  for (const theme of themes) {
    for (const key of new Set(theme.quotes.map((q) => createKey(q.response_id, q.question_id)))) {
      found.set(key, [...(found.get(key) ?? []), theme]);
    }
  }
  return found;
}

/** Deleted questions come last. Written answers are grouped by their first theme, which most people mention. */
export function groupByQuestionAndTheme(
  answers: readonly PlacedAnswer[],
  questions: readonly Question[],
  themes: readonly Theme[],
): QuestionGroup[] {
  const themesByKey = themesByAnswer(themes);
  const labels = new Map<number, string | null>(questions.map(({ id, label }) => [id, label]));
  for (const { answer } of answers) {
    if (!labels.has(answer.question_id)) labels.set(answer.question_id, answer.label);
  }
  return [...labels].flatMap(([questionId, label]) => {
    const given = answers.filter(({ answer }) => answer.question_id === questionId);
    if (given.length === 0) return [];
    const counted = given.filter(({ answer }) => isCounted(answer));
    const written = given.filter(({ answer }) => !isCounted(answer));
    const first = ({ response, answer }: PlacedAnswer) =>
      themesByKey.get(createKey(response.id, answer.question_id))?.[0];
    return [
      {
        question_id: questionId,
        label,
        tallies: tallyAnswers(counted.map(({ answer }) => answer)),
        groups: groupInOrder(written, themes, (placed, theme) => first(placed) === theme),
        counted,
      },
    ];
  });
}

/** An answer is under each theme that quotes it, or under none. A theme cannot quote ratings and choices. */
export function groupByTheme(
  answers: readonly PlacedAnswer[],
  themes: readonly Theme[],
): ThemeGroup[] {
  const themesByKey = themesByAnswer(themes);
  const written = answers.filter(({ answer }) => !isCounted(answer));
  return groupInOrder(written, themes, ({ response, answer }, theme) => {
    const own = themesByKey.get(createKey(response.id, answer.question_id)) ?? [];
    return theme === undefined ? own.length === 0 : own.includes(theme);
  });
}

/** The groups that have answers, in the order of the themes. Answers without a theme come last. */
function groupInOrder(
  answers: readonly PlacedAnswer[],
  themes: readonly Theme[],
  isIn: (placed: PlacedAnswer, theme: Theme | undefined) => boolean,
): ThemeGroup[] {
  return [...themes, undefined]
    .map((theme) => ({ theme, answers: answers.filter((placed) => isIn(placed, theme)) }))
    .filter((group) => group.answers.length > 0);
}
