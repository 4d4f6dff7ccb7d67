import type { ComponentType } from "react";
import { formFields } from "#contract/pages.ts";
import type { QuestionType } from "#contract/question-types/schemas.ts";
import { Choice } from "#web/ui/choices/choice.tsx";
import { Rating } from "#web/ui/ratings/rating.tsx";
import { ChosenField } from "./chosen-field.tsx";
import type { QuestionFieldProps } from "./question-field-props.ts";
import { TextField } from "./text-field.tsx";

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
