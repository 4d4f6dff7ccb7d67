import type { ComponentType } from "react";
import type { QuestionDraft } from "#contract/circles/questions.ts";
import type { QuestionType } from "#contract/question-types/schemas.ts";
import { OptionFields } from "./choice-editor.tsx";
import { RatingDirectionField } from "./rating-direction.tsx";
import { RatingLabelFields } from "./rating-editor.tsx";
import type { OwnerOnlyFieldsProps, TypeFieldsProps } from "./type-fields-props.ts";

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

const ownerOnlyEditors: Record<QuestionType, ComponentType<OwnerOnlyFieldsProps> | undefined> = {
  textarea: undefined,
  rating: RatingDirectionField,
  choice: undefined,
};

export function TypeFieldsEditor(props: TypeFieldsProps & { question: QuestionDraft }) {
  const Editor = editors[props.question.type];
  return Editor && <Editor {...props} />;
}

/** What only the owner sees of a question of this type. */
export function OwnerOnlyFieldsEditor(props: OwnerOnlyFieldsProps & { question: QuestionDraft }) {
  const Editor = ownerOnlyEditors[props.question.type];
  return Editor && <Editor {...props} />;
}
