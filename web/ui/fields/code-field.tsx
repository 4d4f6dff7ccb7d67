import { InputField, type InputFieldProps } from "./input-field.tsx";

/** Six digits from an email or an authenticator app. */
export function CodeField(props: Partial<InputFieldProps>) {
  return (
    <InputField
      label="Code"
      className="input num"
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCorrect="off"
      spellCheck={false}
      required
      {...props}
    />
  );
}
