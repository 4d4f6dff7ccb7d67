import type { TypeFields } from "#contract/question-types/schemas.ts";

export interface TypeFieldsProps {
  question: TypeFields;
  /** Of the question, from 1. */
  position: number;
  onChange: (fields: TypeFields) => void;
}

/** The same for what only the owner sees of a question, which may depend on its wording. */
export interface MarkFieldsProps {
  question: TypeFields & { label: string };
  position: number;
  onChange: (fields: Pick<TypeFields, "rating_direction">) => void;
}
