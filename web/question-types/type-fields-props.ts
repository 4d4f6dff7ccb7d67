import type { OwnerOnlyTypeFields, TypeFields } from "#contract/question-types/schemas.ts";

export interface TypeFieldsProps {
  question: TypeFields;
  /** The position of the question, counted from 1. */
  position: number;
  onChange: (fields: TypeFields) => void;
}

/** The same for the fields that only the owner sees, which may depend on the wording of the question. */
export interface OwnerOnlyFieldsProps {
  question: TypeFields & { label: string };
  position: number;
  onChange: (fields: OwnerOnlyTypeFields) => void;
}
