import { type ReactNode, useId } from "react";
import { FieldError } from "#web/ui/fields/field.tsx";
import type { QuestionFieldProps } from "./question-field-props.ts";

/** A question whose answer is chosen: its heading is the legend of the group. */
export function ChosenField({
  question,
  placeId,
  headingRef,
  error,
  group,
}: QuestionFieldProps & {
  group: (legend: ReactNode, describedBy: string | undefined) => ReactNode;
}) {
  const errorId = useId();
  const labelId = useId();
  const describedBy = error && errorId;

  return (
    <div className="invitee-middle stack g4">
      {group(
        <span className="question-legend">
          <h2
            className="title"
            ref={headingRef}
            tabIndex={-1}
            aria-labelledby={`${placeId} ${labelId}`}
            aria-describedby={describedBy}
          >
            <span id={labelId}>{question.label}</span>
          </h2>
          {question.subtitle && <span className="hint">{question.subtitle}</span>}
        </span>,
        describedBy,
      )}
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  );
}
