import type { ComponentType } from "react";
import { assertNever } from "#contract/assert-never.ts";
import type { QuestionDraft } from "#contract/circles/questions.ts";
import type { ReadableResponse } from "#contract/feedback/feedback.ts";
import type { Answer } from "#contract/question-types/answer.ts";
import { describeCount, directionUnclear, nameMean } from "#contract/question-types/rating.ts";
import type { CountedRecap, QuestionType, Tallies } from "#contract/question-types/schemas.ts";
import { type Tally, tallyAnswers } from "#contract/question-types/tallies.ts";
import { isolate } from "#contract/values/isolate.ts";
import { Scale } from "#web/ui/ratings/scale.tsx";
import { StripPlot } from "#web/ui/ratings/strip-plot.tsx";
import { findInText, type TextRange } from "#web/ui/text/find-in-text.ts";
import { MarkedText } from "#web/ui/text/marked-text.tsx";
import { WrittenText } from "#web/ui/text/written-text.tsx";

/** How the questions of one type and their answers are shown to the owner. */
interface QuestionTypeView {
  /** Whether answers are texts, which can be searched. */
  isSearched: boolean;
  Answer: ComponentType<{ answer: Answer; marks: readonly TextRange[] }>;
  /** Says how the question will be answered; missing if that needs no words. */
  Hint?: ComponentType<{ question: QuestionDraft }>;
}

const ratingView: QuestionTypeView = {
  isSearched: false,
  Answer: ({ answer }) => <Scale value={Number(answer)} />,
  Hint: () => <span className="hint">Rated 1 to 5</span>,
};

function RatingPlot({
  tally,
  own,
}: {
  tally: Tallies["ratings"][number];
  own: Answer | undefined;
}) {
  return (
    <StripPlot
      counts={tally.counts}
      low={tally.low}
      high={tally.high}
      own={own === undefined ? undefined : Number(own)}
    />
  );
}

function FitLine({ fit, empty }: { fit: CountedRecap["fit"]; empty: string }) {
  return (
    <div>
      <dt className="ink-2">{nameMean(fit)}</dt>
      <dd className="num">
        {fit.state === "rated" ? (
          <>
            {fit.average.toFixed(1)}/5
            <span className="small ink-3">{describeCount(fit)}</span>
          </>
        ) : fit.state === "not_asked" ? (
          "No ratings asked"
        ) : fit.state === "unmarked" ? (
          directionUnclear
        ) : (
          empty
        )}
      </dd>
      {fit.state === "rated" && (
        <dd className="recap-plot">
          <StripPlot counts={fit.counts} low={fit.low} high={fit.high} meanShown={false} />
        </dd>
      )}
    </div>
  );
}

type ChoiceTally = Tallies["choices"][number];

const choiceView: QuestionTypeView = {
  isSearched: true,
  Answer: ({ answer, marks }) => (
    <span className="chosen-option" dir="auto">
      <i className="choice-person" aria-hidden="true" />
      <span className="wrap-anywhere">
        <MarkedText text={String(answer)} marks={marks} />
      </span>
    </span>
  ),
  Hint: ({ question }) => (
    <span className="hint">{question.options?.filter(Boolean).map(isolate).join(" · ")}</span>
  ),
};

function ChoicePlot({
  tally: { options, counts },
  own,
}: {
  tally: ChoiceTally;
  own?: Answer | undefined;
}) {
  const people = counts.reduce((sum, count) => sum + count, 0);
  return (
    <ul className="choice-plot">
      {options.map((option, index) => {
        const count = counts[index] ?? 0;
        return (
          <li key={option}>
            <span className="choice-count">
              <span>
                <span dir="auto">{option}</span>
                {option === own && (
                  <span className="own-choice small ink-2">
                    <i className="own-mark" aria-hidden="true" />
                    <span className="sr-only">Expected by </span>
                    You
                  </span>
                )}
              </span>
              <span className="num">
                {count}
                <span className="sr-only"> {count === 1 ? "person" : "people"}</span>
              </span>
            </span>
            <ChoiceBar part={people === 0 ? 0 : count / people} />
          </li>
        );
      })}
    </ul>
  );
}

function ChoiceBar({ part }: { part: number }) {
  return (
    <span className="choice-bar" aria-hidden="true">
      <span className="choice-bar-part" style={{ inlineSize: `${100 * part}%` }} />
    </span>
  );
}

function ChoiceLines({ tallies }: { tallies: readonly ChoiceTally[] }) {
  return tallies.map((tally) => (
    <div key={tallyKey(tally)}>
      <dt className="ink-2" dir="auto">
        {tally.label ?? `Question ${tally.question_id}`}
      </dt>
      <dd className="recap-plot">
        <ChoicePlot tally={tally} />
      </dd>
    </div>
  ));
}

/** Identifies a tally among those of its circle, by its question as it was asked. */
export function tallyKey(tally: Pick<Tally, "counts">): string {
  return JSON.stringify({ ...tally, counts: undefined });
}

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

/** `own` is what the owner answered before reading, which is marked if it is to this very question. */
export function TallyPlot({ tally, own = [] }: { tally: Tally; own?: readonly ReadableAnswer[] }) {
  const expected = own.find((answer) =>
    tallyAnswers([answer]).some((one) => tallyKey(one) === tallyKey(tally)),
  )?.answer;
  switch (tally.type) {
    case "rating":
      return <RatingPlot tally={tally} own={expected} />;
    case "choice":
      return <ChoicePlot tally={tally} own={expected} />;
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
