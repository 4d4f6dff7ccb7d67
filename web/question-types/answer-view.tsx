import type { ComponentType } from "react";
import type { ReadableResponse } from "#contract/feedback.ts";
import type { CountedRecap, QuestionType } from "#contract/question-types/schemas.ts";
import type { Tally } from "#contract/question-types/tallies.ts";
import type { QuestionDraft } from "#contract/questions.ts";
import type { QuestionTypeView } from "./question-type-view.ts";
import { FitLine, RatingPlot, ratingView } from "./rating-view.tsx";
import { textView } from "./text-view.tsx";

type ReadableAnswer = ReadableResponse["answers"][number];

const views: Record<QuestionType, QuestionTypeView> = { textarea: textView, rating: ratingView };

const plots: {
  [T in Tally["type"]]: ComponentType<{ tally: Extract<Tally, { type: T }> }>;
} = { rating: RatingPlot };

/** One answer under its question, to read. */
export function AnswerView({ answer: { type, answer } }: { answer: ReadableAnswer }) {
  const { Answer } = views[type];
  return <Answer answer={answer} />;
}

/** Says how a question will be answered, where that needs words. */
export function QuestionHint({ question }: { question: QuestionDraft }) {
  const { Hint } = views[question.type];
  return Hint && <Hint question={question} />;
}

/** How everyone answered one question. */
export function TallyPlot({ tally }: { tally: Tally }) {
  const Plot = plots[tally.type];
  return <Plot tally={tally} />;
}

/** What the recap says about the questions that are counted. `empty` says why there is nothing. */
export function CountedRecapLines({ recap, empty }: { recap: CountedRecap; empty: string }) {
  return <FitLine fit={recap.fit} empty={empty} />;
}

/** The question as it was asked; only its number if even the text is missing. */
export function questionLabel({
  label,
  question_id,
}: Pick<ReadableAnswer, "label" | "question_id">): string {
  return label ?? `Question ${question_id}`;
}
