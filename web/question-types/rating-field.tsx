import { formFields } from "#contract/pages.ts";
import { Rating } from "#web/ui/ratings/rating.tsx";
import { ChosenField } from "./chosen-field.tsx";
import type { QuestionFieldProps } from "./question-field-props.ts";

export function RatingField(props: QuestionFieldProps) {
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
