import { assertNever } from "#contract/assert-never.ts";
import type { QuestionDraft } from "#contract/circles/questions.ts";
import type { ReadableResponse } from "#contract/feedback/feedback.ts";
import type { CountedRecap, QuestionType } from "#contract/question-types/schemas.ts";
import type { Tally } from "#contract/question-types/tallies.ts";
import { findInText, type TextRange } from "#web/ui/text/find-in-text.ts";
import { MarkedText } from "#web/ui/text/marked-text.tsx";
import { WrittenText } from "#web/ui/text/written-text.tsx";
import { ChoiceLines, ChoicePlot, choiceView } from "./choice-view.tsx";
import type { QuestionTypeView } from "./question-type-view.ts";
import { FitLine, RatingPlot, ratingView } from "./rating-view.tsx";

const textView: QuestionTypeView = {
  isSearched: true,
  Answer: ({ answer, marks }) => (
    <WrittenText>
      <MarkedText text={String(answer)} marks={marks} />
    </WrittenText>
  ),
};

type ReadableAnswer = ReadableResponse["answers"][number];

const views: Record<QuestionType, QuestionTypeView> = {
  textarea: textView,
  rating: ratingView,
  choice: choiceView,
};

/** An answer, shown by its type. `marks` are the parts of a text that were searched for. */
export function AnswerView({
  answer: { type, answer },
  marks = [],
}: {
  answer: ReadableAnswer;
  marks?: readonly TextRange[];
}) {
  const { Answer } = views[type];
  return <Answer answer={answer} marks={marks} />;
}

/** Where an answer contains what is searched for; nowhere if answers of its type are not searched. */
export function findInAnswer({ type, answer }: ReadableAnswer, query: string): TextRange[] {
  return views[type].isSearched ? findInText(String(answer), query) : [];
}

/** Says how a question will be answered, if that needs words. */
export function QuestionHint({ question }: { question: QuestionDraft }) {
  const { Hint } = views[question.type];
  return Hint && <Hint question={question} />;
}

export function TallyPlot({ tally }: { tally: Tally }) {
  switch (tally.type) {
    case "rating":
      return <RatingPlot tally={tally} />;
    case "choice":
      return <ChoicePlot tally={tally} />;
    default:
      return assertNever(tally);
  }
}

/** What the recap says about counted questions. `empty` says why there is nothing. */
export function CountedRecapLines({ recap, empty }: { recap: CountedRecap; empty: string }) {
  return (
    <>
      <FitLine fit={recap.fit} empty={empty} />
      <ChoiceLines tallies={recap.choices} />
    </>
  );
}

/** The question as it was asked; only its number if even the text is missing. */
export function questionLabel({
  label,
  question_id,
}: Pick<ReadableAnswer, "label" | "question_id">): string {
  return label ?? `Question ${question_id}`;
}
