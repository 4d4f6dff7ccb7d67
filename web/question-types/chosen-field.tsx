import type { ReactNode } from "react";
import { FieldError } from "#web/ui/fields/field.tsx";
import type { QuestionFieldProps } from "./question-field-props.ts";

/** A question whose answer is chosen. Its heading is the legend of the radio buttons. */
export function ChosenField({
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
