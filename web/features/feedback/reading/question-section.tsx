import { type ReactNode, useEffect, useId, useRef } from "react";
import { useLocation } from "react-router";
import { isolate } from "#contract/values/isolate.ts";
import {
  AnswerView,
  findInAnswer,
  questionLabel,
  TallyPlot,
  tallyKey,
} from "#web/question-types/answer-view.tsx";
import { IconButton } from "#web/ui/buttons/button.tsx";
import { StarIcon } from "#web/ui/icons/icons.tsx";
import { OwnAnswerBeside } from "../own-answers/own-answers.tsx";
import { responseHeading } from "../response-heading.ts";
import { SetAsideNote } from "../set-aside.tsx";
import { isKept } from "./filter-answers.ts";
import type { PlacedAnswer, QuestionGroup } from "./group-answers.ts";
import type { ReadingState } from "./reading-state.ts";

export const questionSectionId = (questionId: number) => `question-${questionId}`;

export function QuestionSection({
  question,
  own,
  isFiltered,
  state,
}: {
  question: QuestionGroup;
  /** What the owner answered before reading, to any question. */
  own: readonly PlacedAnswer["answer"][];
  /** Whether only some of the answers are shown, so that nothing is counted. */
  isFiltered: boolean;
  state: ReadingState;
}) {
  const headingId = useId();
  const { groups, counted, tallies } = question;
  const id = questionSectionId(question.question_id);
  const { hash } = useLocation();
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (hash === `#${id}`) section.current?.scrollIntoView();
  }, [hash, id]);
  return (
    <section className="stack g6 reply" aria-labelledby={headingId} id={id} ref={section}>
      <h2 className="heading" dir="auto" id={headingId}>
        {questionLabel(question)}
      </h2>
      {!isFiltered && (
        <OwnAnswerBeside
          own={own.find(({ question_id }) => question_id === question.question_id)}
          label={question.label}
        />
      )}
      {!isFiltered &&
        tallies.map((tally) => (
          <div className="stack g2" key={tallyKey(tally)}>
            {tally.label !== question.label && (
              <p className="small ink-3">Asked as “{isolate(questionLabel(tally))}”</p>
            )}
            <TallyPlot tally={tally} own={own} />
          </div>
        ))}
      {counted.length > 0 && (
        <Answers answers={counted} formatHeading={headingWithin(question)} state={state} />
      )}
      {groups.map(({ theme, answers }) => (
        <div className="stack g4" key={theme?.text ?? ""}>
          {/* If no answer has a theme, the single group needs no name. */}
          {(groups.length > 1 || theme !== undefined) && (
            <h3 className="label" dir="auto">
              {theme?.text ?? otherAnswers}
            </h3>
          )}
          <Answers answers={answers} formatHeading={headingWithin(question)} state={state} />
        </div>
      ))}
    </section>
  );
}

function headingWithin({ label }: QuestionGroup) {
  return ({ response, answer }: PlacedAnswer) =>
    answer.label === null || answer.label === label
      ? responseHeading(response)
      : `${responseHeading(response)}, to “${isolate(answer.label)}”`;
}

export const otherAnswers = "Other answers";

export function Answers({
  answers,
  formatHeading,
  state,
}: {
  answers: readonly PlacedAnswer[];
  formatHeading: (placed: PlacedAnswer) => string;
  state: ReadingState;
}) {
  return (
    <dl className="para para-wide stack g6 reply-answers">
      {answers.map((placed) => (
        <AnswerItem
          key={`${placed.response.id} ${placed.answer.question_id}`}
          placed={placed}
          heading={formatHeading(placed)}
          state={state}
        />
      ))}
    </dl>
  );
}

export function AnswerItem({
  placed: { response, answer },
  heading,
  state: { query, kept, onKeep },
  isSetAside = false,
  setAsideButton,
}: {
  placed: PlacedAnswer;
  /** The line above the answer: what the surrounding group does not say. */
  heading: ReactNode;
  state: ReadingState;
  isSetAside?: boolean;
  setAsideButton?: ReactNode;
}) {
  const { question_id } = answer;
  const isAnswerKept = isKept(kept, response.id, question_id);
  return (
    <div className={isSetAside ? "answer-item reply-aside" : "answer-item"}>
      <dt className="small ink-3">
        <span dir="auto">{heading}</span>
        {setAsideButton}
        {isSetAside ? null : onKeep !== undefined ? (
          <KeepButton
            isKept={isAnswerKept}
            answerTo={`${responseHeading(response)} to “${questionLabel(answer)}”`}
            onChange={(shouldKeep) => onKeep({ response_id: response.id, question_id, shouldKeep })}
          />
        ) : (
          isAnswerKept && (
            <span className="kept-mark">
              <StarIcon />
              Kept
            </span>
          )
        )}
      </dt>
      <dd className={isSetAside ? "stack g2" : undefined}>
        {isSetAside && <SetAsideNote />}
        <AnswerView answer={answer} marks={findInAnswer(answer, query)} />
      </dd>
    </div>
  );
}

/** The star of one answer, which is pressed while the answer is kept. */
function KeepButton({
  isKept,
  answerTo,
  onChange,
}: {
  isKept: boolean;
  answerTo: string;
  onChange: (isKept: boolean) => void;
}) {
  return (
    <IconButton
      label={`Keep the answer of ${answerTo}`}
      className="keep-button"
      aria-pressed={isKept}
      title={isKept ? "Kept" : "Keep"}
      onClick={() => onChange(!isKept)}
    >
      <StarIcon />
    </IconButton>
  );
}
