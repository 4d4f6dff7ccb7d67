import type { TypeFields } from "#contract/question-types/schemas.ts";

export interface TypeFieldsProps {
  question: TypeFields;
  /** Of the question, from 1. */
  position: number;
  onChange: (fields: TypeFields) => void;
}
