import {
  type ComponentType,
  type InputEvent,
  type ReactNode,
  type RefObject,
  useState,
} from "react";
import { answerLimits } from "#contract/answer-limits.ts";
import type { Question } from "#contract/circles/questions.ts";
import { formFields } from "#contract/pages.ts";
import type { Answer } from "#contract/question-types/answer.ts";
import type { QuestionType } from "#contract/question-types/schemas.ts";
import { isolateIn } from "#contract/values/isolate.ts";
import { countCharacters } from "#contract/values/plain-text.ts";
import { usePageMessages } from "#web/client/page-messages.ts";
import { Choice } from "#web/ui/choices/choice.tsx";
import { FieldError } from "#web/ui/fields/field.tsx";
import { RuledTextarea } from "#web/ui/fields/ruled-textarea.tsx";
import { Rating } from "#web/ui/ratings/rating.tsx";

const fields: Record<QuestionType, ComponentType<QuestionFieldProps>> = {
  textarea: TextField,
  rating: RatingField,
  choice: ChoiceField,
};

/** The field for the answer to one question. It is uncontrolled, so that text typed before the script loads stays. */
export function QuestionField(props: QuestionFieldProps) {
  const Field = fields[props.question.type];
  return <Field {...props} />;
}

/** One of the options, as radio buttons. Nothing is selected by default. */
function ChoiceField(props: QuestionFieldProps) {
  const { question, defaultAnswer } = props;

  return (
    <ChosenField {...props}>
      {question.options?.map((option) => (
        <Choice
          key={option}
          type="radio"
          name={formFields.answer(question.id)}
          value={option}
          defaultChecked={option === defaultAnswer}
          title={option}
        />
      ))}
    </ChosenField>
  );
}

function RatingField(props: QuestionFieldProps) {
  const { question, defaultAnswer } = props;

  return (
    <ChosenField {...props}>
      <Rating
        name={formFields.answer(question.id)}
        captions={question.rating_labels}
        defaultValue={Number(defaultAnswer)}
      />
    </ChosenField>
  );
}

interface QuestionFieldProps {
  question: Question;
  /** The id of the text that says which question it is, which is read out with the heading. */
  placeId: string;
  headingRef: RefObject<HTMLHeadingElement | null> | undefined;
  defaultAnswer: Answer | undefined;
  error: string | undefined;
  /** Finds words that may reveal the author. Set if answers should not reveal who wrote them. */
  findAuthorHint: ((text: string) => string | undefined) | undefined;
}

function TextField({
  question,
  placeId,
  headingRef,
  defaultAnswer,
  error,
  findAuthorHint,
}: QuestionFieldProps) {
  const messages = usePageMessages();
  const id = formFields.answer(question.id);
  const hintId = `${placeId}hint`;
  const errorId = `${placeId}error`;
  const labelId = `${placeId}label`;
  const [authorHint, setAuthorHint] = useState<string>();

  function look(event: InputEvent<HTMLTextAreaElement>) {
    setAuthorHint(findAuthorHint?.(event.currentTarget.value));
  }

  return (
    <div className="stack g4">
      <h2
        className="heading"
        dir="auto"
        ref={headingRef}
        tabIndex={-1}
        aria-labelledby={`${placeId} ${labelId}`}
      >
        {/* The reference is not to the label itself, because WebKit leaves a label out of a name that refers to it. */}
        <label htmlFor={id}>
          <span id={labelId}>{question.label}</span>
        </label>
      </h2>
      {question.subtitle && (
        <p className="hint" dir="auto" id={hintId}>
          {question.subtitle}
        </p>
      )}
      <div className="stack g2">
        <RuledTextarea
          id={id}
          name={id}
          placeholder={messages.answerPlaceholder}
          limit={answerLimits.answerCharacters}
          counterFrom={answerLimits.counterFromCharacters}
          counterText={messages.characters}
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
        <AuthorHint words={authorHint} />
      </div>
    </div>
  );
}

/** A warning that is shown unobtrusively while a person types. Nothing leaves the browser. */
function AuthorHint({ words }: { words: string | undefined }): ReactNode {
  const messages = usePageMessages();
  return (
    <p className="hint" aria-live="polite">
      {words && messages.hint(isolateIn(messages.language, words))}
    </p>
  );
}

function describedBy(...ids: (string | undefined | false)[]): string | undefined {
  return ids.filter(Boolean).join(" ") || undefined;
}

/** A question whose answer is chosen. Its heading is the legend of the radio buttons. */
function ChosenField({
  question,
  placeId,
  headingRef,
  error,
  children,
}: QuestionFieldProps & { children: ReactNode }) {
  const errorId = `${placeId}error`;
  const labelId = `${placeId}label`;
  const describedBy = error && errorId;

  return (
    <div className="invitee-middle stack g4">
      <fieldset className="stack g3" aria-describedby={describedBy}>
        <legend>
          <span className="question-legend">
            <h2
              className="title"
              dir="auto"
              ref={headingRef}
              tabIndex={-1}
              aria-labelledby={`${placeId} ${labelId}`}
              aria-describedby={describedBy}
            >
              <span id={labelId}>{question.label}</span>
            </h2>
            {question.subtitle && (
              <span className="hint" dir="auto">
                {question.subtitle}
              </span>
            )}
          </span>
        </legend>
        {children}
      </fieldset>
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  );
}
