import type { Answer } from "./answer.ts";
import { isCounted, listPossibleAnswers, listTypeTexts } from "./rules.ts";
import type { QuestionType, Tallies, TypeFields } from "./schemas.ts";

/** An answer with its question as it was asked. */
export interface AskedAnswer extends TypeFields {
  question_id: number;
  label: string | null;
  type: QuestionType;
  answer: Answer;
}

/** How many chose each answer of one question, with the type of the question. */
export type Tally =
  | ({ type: "rating" } & Tallies["ratings"][number])
  | ({ type: "choice" } & Tallies["choices"][number]);

/** The tally of a question, from `counts` in the order of its possible answers. */
const tallyByType: Record<
  QuestionType,
  ((asked: AskedAnswer, counts: number[]) => Tally) | undefined
> = {
  textarea: undefined,
  rating: ({ question_id, label, rating_labels }, counts) => ({
    type: "rating",
    question_id,
    label,
    low: rating_labels?.low ?? "",
    high: rating_labels?.high ?? "",
    counts,
  }),
  choice: ({ question_id, label, options = [] }, counts) => ({
    type: "choice",
    question_id,
    label,
    options,
    counts,
  }),
};

/** Groups tallies into the lists of their types. */
export function groupTallies(tallies: readonly Tally[]): Tallies {
  const grouped: Tallies = { ratings: [], choices: [] };
  for (const tally of tallies) {
    if (tally.type === "rating") {
      const { type: _, ...rating } = tally;
      grouped.ratings.push(rating);
    } else {
      const { type: _, ...choice } = tally;
      grouped.choices.push(choice);
    }
  }
  return grouped;
}

/** The tallies of all lists together, each with its type. */
export function listTallies({ ratings, choices }: Tallies): Tally[] {
  return [
    ...ratings.map((tally) => ({ type: "rating" as const, ...tally })),
    ...choices.map((tally) => ({ type: "choice" as const, ...tally })),
  ];
}

/**
 * Identifies a question as it was worded when answered: equal values mean the same question. Answers to a reworded
 * question, or to one whose scale was reworded, belong to different questions although they share an id.
 */
function questionAsAsked(asked: Omit<AskedAnswer, "answer">): string {
  return JSON.stringify([asked.question_id, asked.label, ...listTypeTexts(asked)]);
}

/** Groups answers by question, as it was asked, in the order of first appearance. */
export function groupByQuestion<A extends AskedAnswer>(answers: readonly A[]): A[][] {
  return [...Map.groupBy(answers, questionAsAsked).values()];
}

/** How many chose each possible answer, in the order of the possible answers. */
export function countAnswers(answers: readonly AskedAnswer[]): number[] {
  const [first] = answers;
  if (first === undefined) return [];
  return listPossibleAnswers(first).map(
    (possible) => answers.filter(({ answer }) => answer === possible).length,
  );
}

/** One tally for each counted question with an answer, as it was asked, in the order of first appearance. */
export function tallyAnswers(answers: readonly AskedAnswer[]): Tally[] {
  return groupByQuestion(answers.filter(isCounted)).flatMap((alike) => {
    const [first] = alike;
    return first === undefined ? [] : (tallyByType[first.type]?.(first, countAnswers(alike)) ?? []);
  });
}
