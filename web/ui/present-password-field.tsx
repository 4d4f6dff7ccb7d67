import { type ComponentProps, useEffect, useRef } from "react";
import { PasswordField } from "./password-field.tsx";

interface PresentPasswordFieldProps extends ComponentProps<typeof PasswordField> {
  /** Whose password it is; tells a password manager. */
  email: string;
}

/** Appears where something needs the present password because signing in was too long ago; takes the focus then. */
export function PresentPasswordField({ email, ...rest }: PresentPasswordFieldProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.querySelector<HTMLInputElement>("input[required]")?.focus();
  }, []);
  return (
    <div ref={place}>
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Your current password"
        hint="You signed in more than 10 minutes ago, so we ask for it once more."
        autoComplete="current-password"
        {...rest}
      />
    </div>
  );
}
