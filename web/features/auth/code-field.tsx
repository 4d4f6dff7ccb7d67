import type { ComponentProps } from "react";
import { Field } from "#web/ui/fields/field.tsx";

interface CodeFieldProps extends Omit<ComponentProps<"input">, "type" | "id"> {
  hint?: string | undefined;
  error?: string | undefined;
}

/** Six digits from an email or an authenticator app. */
export function CodeField({ hint, error, ...rest }: CodeFieldProps) {
  return (
    <Field label="Code" hint={hint} error={error}>
      {(control) => (
        <input
          className="input num"
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoCorrect="off"
          spellCheck={false}
          required
          {...rest}
          {...control}
        />
      )}
    </Field>
  );
}
