import { type InputEvent, type ReactNode, type RefObject, useId, useState } from "react";
import { answerLimits } from "#contract/answer-limits.ts";
import { assertNever } from "#contract/assert-never.ts";
import type { Question } from "#contract/circles/questions.ts";
import type { Answer } from "#contract/feedback/answers.ts";
import { formFields } from "#contract/pages.ts";
import { countCharacters } from "#contract/plain-text.ts";
import { FieldError } from "#web/ui/fields/field.tsx";
import { RuledTextarea } from "#web/ui/fields/ruled-textarea.tsx";
import { Rating } from "#web/ui/ratings/rating.tsx";

interface QuestionFieldProps {
  question: Question;
  /** Id of the text that says which question it is: it is read out with the heading. */
  placeId: string;
  /** Set for the question on screen. */
  headingRef: RefObject<HTMLHeadingElement | null> | undefined;
  defaultAnswer: Answer | undefined;
  error: string | undefined;
  /** Set where an answer should not reveal who wrote it: the warning about that. */
  findGiveaway: ((text: string) => string | undefined) | undefined;
}

/** Answers one question. Fields are uncontrolled: text typed before the script loads must stay. */
export function QuestionField(props: QuestionFieldProps) {
  const { question } = props;
  switch (question.type) {
    case "textarea":
      return <TextQuestion {...props} />;
    case "rating":
      return <RatingQuestion {...props} />;
    default:
      return assertNever(question.type);
  }
}

function TextQuestion({
  question,
  placeId,
  headingRef,
  defaultAnswer,
  error,
  findGiveaway,
}: QuestionFieldProps) {
  const id = formFields.answer(question.id);
  const hintId = useId();
  const errorId = useId();
  const labelId = useId();
  const [giveaway, setGiveaway] = useState<string>();

  function look(event: InputEvent<HTMLTextAreaElement>) {
    setGiveaway(findGiveaway?.(event.currentTarget.value));
  }

  return (
    <div className="stack g4">
      <h2
        className="heading"
        ref={headingRef}
        tabIndex={-1}
        aria-labelledby={`${placeId} ${labelId}`}
      >
        {/* Not the label itself: WebKit leaves a label out of the name that refers to it. */}
        <label htmlFor={id}>
          <span id={labelId}>{question.label}</span>
        </label>
      </h2>
      {question.subtitle && (
        <p className="hint" id={hintId}>
          {question.subtitle}
        </p>
      )}
      <div className="stack g2">
        <RuledTextarea
          id={id}
          name={id}
          placeholder="Share your thoughts..."
          limit={answerLimits.answer_characters}
          counterFrom={answerLimits.counter_from_characters}
          countCharacters={countCharacters}
          defaultValue={defaultAnswer === undefined ? undefined : String(defaultAnswer)}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={describedBy(
            question.subtitle && hintId,
            error && `${placeId} ${errorId}`,
          )}
          onInput={look}
        />
        {error && <FieldError id={errorId}>{error}</FieldError>}
        <Giveaway words={giveaway} />
      </div>
    </div>
  );
}

function RatingQuestion({
  question,
  placeId,
  headingRef,
  defaultAnswer,
  error,
}: QuestionFieldProps) {
  const errorId = useId();
  const labelId = useId();
  const chosen = Number(defaultAnswer);

  return (
    <div className="invitee-middle stack g4">
      <Rating
        name={formFields.answer(question.id)}
        captions={question.rating_labels ?? { low: "", middle: "", high: "" }}
        defaultValue={chosen >= answerLimits.rating_min ? chosen : undefined}
        aria-describedby={error && errorId}
        legend={
          <span className="question-legend">
            <h2
              className="title"
              ref={headingRef}
              tabIndex={-1}
              aria-labelledby={`${placeId} ${labelId}`}
              aria-describedby={error && errorId}
            >
              <span id={labelId}>{question.label}</span>
            </h2>
            {question.subtitle && <span className="hint">{question.subtitle}</span>}
          </span>
        }
      />
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  );
}

/** Shown unobtrusively while typing; nothing leaves the browser. */
function Giveaway({ words }: { words: string | undefined }): ReactNode {
  return (
    <p className="hint" aria-live="polite">
      {words && `“${words}” may tell who you are. You can leave it, or say it another way.`}
    </p>
  );
}

function describedBy(...ids: (string | undefined | false)[]): string | undefined {
  return ids.filter(Boolean).join(" ") || undefined;
}
