import { answerLimits } from "#contract/answer-limits.ts";
import { formFields } from "#contract/pages.ts";
import { Rating } from "#web/ui/ratings/rating.tsx";
import { ChosenField } from "./chosen-field.tsx";
import type { QuestionFieldProps } from "./question-field-props.ts";

export function RatingField(props: QuestionFieldProps) {
  const { question, defaultAnswer } = props;
  const chosen = Number(defaultAnswer);

  return (
    <ChosenField
      {...props}
      group={(legend, describedBy) => (
        <Rating
          name={formFields.answer(question.id)}
          captions={question.rating_labels ?? { low: "", middle: "", high: "" }}
          defaultValue={chosen >= answerLimits.rating_min ? chosen : undefined}
          aria-describedby={describedBy}
          legend={legend}
        />
      )}
    />
  );
}
