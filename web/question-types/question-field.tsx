import type { ComponentType } from "react";
import type { QuestionType } from "#contract/question-types/schemas.ts";
import { ChoiceField } from "./choice-field.tsx";
import type { QuestionFieldProps } from "./question-field-props.ts";
import { RatingField } from "./rating-field.tsx";
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
