import { useId } from "react";
import { answerLimits } from "#contract/answer-limits.ts";
import { formFields } from "#contract/pages.ts";
import { FieldError } from "#web/ui/field.tsx";
import { Rating } from "#web/ui/rating.tsx";
import type { QuestionFieldProps } from "./question-field-props.ts";

export function RatingField({
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
