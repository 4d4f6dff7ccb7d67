import type { ComponentProps } from "react";
import { Field, type FieldProps } from "./field.tsx";

export interface InputFieldProps
  extends Omit<ComponentProps<"input">, "id">,
    Pick<FieldProps, "label" | "optional" | "hint" | "error"> {
  /** The class of the whole field; `className` is for its input. */
  frame?: string;
}

/** A field of one line. */
export function InputField({
  label,
  optional,
  hint,
  error,
  frame,
  className = "input",
  ...rest
}: InputFieldProps) {
  return (
    <Field label={label} optional={optional} hint={hint} error={error} className={frame}>
      {(control) => <input className={className} type="text" dir="auto" {...rest} {...control} />}
    </Field>
  );
}
