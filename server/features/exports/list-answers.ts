import type { ResultsFile } from "#contract/exports.ts";
import type { Table } from "#server/documents/table.ts";
import { serverQuestionTypes } from "#server/question-types/question-types.ts";

/** A note is not attributed to a response: in anonymous circles no one knows whose it is. */
export function listAnswers({ responses, encouragements }: ResultsFile): Table {
  const answers = responses.flatMap(({ number, first_name, received_on, answers }) =>
    answers.map(({ type, question_id, label, answer }) => [
      serverQuestionTypes[type].kind,
      String(number),
      first_name ?? "",
      received_on,
      label ?? `Question ${question_id}`,
      String(answer),
    ]),
  );
  const notes = encouragements.map(({ first_name, received_on, note }) => [
    "Encouragement",
    "",
    first_name ?? "",
    received_on,
    "",
    note,
  ]);
  return {
    columns: ["Kind", "Perspective", "First name", "Received", "Question", "Answer"],
    pages: [[...answers, ...notes]],
  };
}
