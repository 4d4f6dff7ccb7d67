import { type InputEvent, type ReactNode, useState } from "react";
import { answerLimits } from "#contract/answer-limits.ts";
import { formFields } from "#contract/pages.ts";
import { isolate } from "#contract/values/isolate.ts";
import { countCharacters } from "#contract/values/plain-text.ts";
import { FieldError } from "#web/ui/fields/field.tsx";
import { RuledTextarea } from "#web/ui/fields/ruled-textarea.tsx";
import type { QuestionFieldProps } from "./question-field-props.ts";

export function TextField({
  question,
  placeId,
  headingRef,
  defaultAnswer,
  error,
  findAuthorHint,
}: QuestionFieldProps) {
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
          placeholder="Share your thoughts..."
          limit={answerLimits.answerCharacters}
          counterFrom={answerLimits.counterFromCharacters}
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
  return (
    <p className="hint" aria-live="polite">
      {words && `“${isolate(words)}” may reveal who you are. You can keep it or rephrase it.`}
    </p>
  );
}

function describedBy(...ids: (string | undefined | false)[]): string | undefined {
  return ids.filter(Boolean).join(" ") || undefined;
}
