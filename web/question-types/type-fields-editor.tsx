import type { ComponentType } from "react";
import type { QuestionDraft } from "#contract/circles/questions.ts";
import type { QuestionType } from "#contract/question-types/schemas.ts";
import { OptionFields } from "./choice-editor.tsx";
import { RatingLabelFields } from "./rating-editor.tsx";
import type { TypeFieldsProps } from "./type-fields-props.ts";

export const typeNames: Record<QuestionType, string> = {
  textarea: "Text",
  rating: "1 to 5",
  choice: "Choice",
};

const editors: Record<QuestionType, ComponentType<TypeFieldsProps> | undefined> = {
  textarea: undefined,
  rating: RatingLabelFields,
  choice: OptionFields,
};

export function TypeFieldsEditor(props: TypeFieldsProps & { question: QuestionDraft }) {
  const Editor = editors[props.question.type];
  return Editor && <Editor {...props} />;
}
