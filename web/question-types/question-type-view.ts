import type { ComponentType } from "react";
import type { QuestionDraft } from "#contract/circles/questions.ts";
import type { Answer } from "#contract/question-types/answer.ts";
import type { TextRange } from "#web/ui/text/find-in-text.ts";

/** How the questions of one type and their answers are shown to the owner. */
export interface QuestionTypeView {
  /** Whether answers are texts, which can be searched. */
  isSearched: boolean;
  Answer: ComponentType<{ answer: Answer; marks: readonly TextRange[] }>;
  /** Says how the question will be answered; missing if that needs no words. */
  Hint?: ComponentType<{ question: QuestionDraft }>;
}
