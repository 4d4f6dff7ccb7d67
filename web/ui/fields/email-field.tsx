import type { ComponentProps, ReactNode } from "react";
import { Field } from "./field.tsx";

interface EmailFieldProps extends ComponentProps<"input"> {
  label?: string;
  error?: ReactNode;
}

/** A required field for one address. `autoComplete` is "off" where the address is not the person's own. */
export function EmailField({ label = "Email", error, ...rest }: EmailFieldProps) {
  return (
    <Field label={label} error={error}>
      {(control) => (
        <input
          className="input"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="off"
          spellCheck={false}
          required
          {...rest}
          {...control}
        />
      )}
    </Field>
  );
}
