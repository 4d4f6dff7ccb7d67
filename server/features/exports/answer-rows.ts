import type { Results } from "#contract/feedback/feedback.ts";
import { serverQuestionTypes } from "#server/question-types/question-types.ts";

/** The columns of {@link listAnswerRows}. */
export const answerColumns = [
  "Kind",
  "Perspective",
  "First name",
  "Received",
  "Edited",
  "Question",
  "Answer",
  // Its perspectives are numbered by themselves.
  "Further question",
];

/** A row for each answer, the owner's own first, and then those of the further questions. */
export function listAnswerRows(
  { responses, own_answers }: Pick<Results, "responses" | "own_answers">,
  furtherQuestions: readonly Pick<Results, "responses">[],
): string[][] {
  return [
    ...(own_answers ?? []).map((answer) => toRow(["You, before reading", "", "", ""], answer, "")),
    ...listRows(responses, ""),
    ...furtherQuestions.flatMap((further, index) => listRows(further.responses, String(index + 1))),
  ];
}

function listRows(responses: Results["responses"], further: string): string[][] {
  return responses.flatMap(({ number, first_name, received_on, edited_on, answers }) =>
    answers.map((answer) =>
      toRow([String(number), first_name ?? "", received_on, edited_on ?? ""], answer, further),
    ),
  );
}

function toRow(
  author: string[],
  { type, question_id, label, answer }: Results["responses"][number]["answers"][number],
  further: string,
): string[] {
  const question = label ?? `Question ${question_id}`;
  return [serverQuestionTypes[type].kind, ...author, question, String(answer), further];
}
