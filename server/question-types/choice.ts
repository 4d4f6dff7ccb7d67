import type { Tallies } from "#contract/question-types/schemas.ts";
import { type AskedAnswer, groupTallies, tallyAnswers } from "#contract/question-types/tallies.ts";
import type { PdfSheet } from "#server/documents/pdf.ts";
import type { ServerQuestionType } from "./server-question-type.ts";

type ChoiceTally = Tallies["choices"][number];

export const choiceType: ServerQuestionType = {
  kind: "Choice",
  writeAnswer: (sheet, label, answer) => sheet.writing(label, String(answer)),
  // What a choice means is not guessed, so it counts as neither support nor worry.
  readChosen: ({ options = [] }, answer, redact) => ({
    chosen: redact(String(answer)),
    options: options.map(redact),
  }),
};

export function writeChoiceTally(sheet: PdfSheet, { options, counts }: ChoiceTally): void {
  const people = counts.reduce((sum, count) => sum + count, 0);
  const bars = options.map((option, index) => {
    const count = counts[index] ?? 0;
    return { text: `${option}: ${count}`, share: people === 0 ? 0 : count / people };
  });
  sheet.bars(bars);
}

export function summarizeChoices(answers: readonly AskedAnswer[]): ChoiceTally[] {
  return groupTallies(tallyAnswers(answers)).choices;
}

export function describeChoices(
  tallies: readonly ChoiceTally[],
): { name: string; value: string }[] {
  return tallies.map(({ question_id, label, options, counts }) => ({
    name: label ?? `Question ${question_id}`,
    value: options.map((option, index) => `${option}: ${counts[index] ?? 0}`).join(" · "),
  }));
}
