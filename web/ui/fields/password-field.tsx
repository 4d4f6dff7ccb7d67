import { type ComponentProps, useState } from "react";
import { IconButton } from "../buttons/button.tsx";
import { EyeIcon, EyeOffIcon } from "../icons/icons.tsx";
import { Field } from "./field.tsx";

interface PasswordFieldProps extends Omit<ComponentProps<"input">, "type" | "id"> {
  label?: string;
  hint?: string | undefined;
  error?: string | undefined;
}

/** A password that can be pasted and shown. */
export function PasswordField({ label = "Password", hint, error, ...rest }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <div className="field-with-button">
          <input
            className="input"
            type={shown ? "text" : "password"}
            autoCapitalize="off"
            autoCorrect="off"
            spellCheck={false}
            required
            {...rest}
            {...control}
          />
          <IconButton
            label="Show password"
            aria-pressed={shown}
            onClick={() => setShown((before) => !before)}
          >
            {shown ? <EyeOffIcon /> : <EyeIcon />}
          </IconButton>
        </div>
      )}
    </Field>
  );
}
