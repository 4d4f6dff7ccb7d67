import { assertNever } from "#contract/assert-never.ts";
import type { Question } from "#contract/circles/questions.ts";
import type { CountedRecap, QuestionType } from "#contract/question-types/schemas.ts";
import type { AskedAnswer, Tally } from "#contract/question-types/tallies.ts";
import type { PdfSheet } from "#server/documents/pdf.ts";
import { choiceType, describeChoices, summarizeChoices, writeChoiceTally } from "./choice.ts";
import { describeFit, ratingType, summarizeFit, writeRatingTally } from "./rating.ts";
import type { ServerQuestionType } from "./server-question-type.ts";

const textType: ServerQuestionType = {
  kind: "Answer",
  writeAnswer: (sheet, label, answer) => sheet.writing(label, String(answer)),
};

/** What the server does with the answers to each type of question. */
export const serverQuestionTypes: Record<QuestionType, ServerQuestionType> = {
  textarea: textType,
  rating: ratingType,
  choice: choiceType,
};

export function writeTally(sheet: PdfSheet, tally: Tally): void {
  switch (tally.type) {
    case "rating":
      writeRatingTally(sheet, tally);
      break;
    case "choice":
      writeChoiceTally(sheet, tally);
      break;
    default:
      assertNever(tally);
  }
}

export function summarizeCounted(
  questions: readonly Question[],
  answers: readonly AskedAnswer[],
): CountedRecap {
  return { fit: summarizeFit(questions, answers), choices: summarizeChoices(answers) };
}

/** The same as facts for a document. */
export function describeCounted({ fit, choices }: CountedRecap): { name: string; value: string }[] {
  return [...describeFit(fit), ...describeChoices(choices)];
}
