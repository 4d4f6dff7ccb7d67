import { InputField, type InputFieldProps } from "./input-field.tsx";

/** A required field for one address. `autoComplete` is "off" if the address is not the person's own. */
export function EmailField(props: Partial<InputFieldProps>) {
  return (
    <InputField
      label="Email"
      type="email"
      dir="ltr"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="off"
      spellCheck={false}
      required
      {...props}
    />
  );
}
