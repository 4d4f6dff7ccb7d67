import { type ComponentProps, useEffect, useRef } from "react";
import { PasswordField } from "./password-field.tsx";

interface PresentPasswordFieldProps extends ComponentProps<typeof PasswordField> {
  /** Whose password it is; tells a password manager. */
  email: string;
}

/**
 * Appears where something needs the present password because signing in was too long ago. Takes the focus then, and
 * whenever what was typed is refused: the button may be a screen away.
 */
export function PresentPasswordField({ email, error, ...rest }: PresentPasswordFieldProps) {
  const place = useRef<HTMLDivElement>(null);
  const isAsked = useRef(false);
  useEffect(() => {
    if (isAsked.current && error === undefined) return;
    isAsked.current = true;
    place.current?.querySelector<HTMLInputElement>("input[required]")?.focus();
  }, [error]);
  return (
    <div ref={place}>
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Your current password"
        hint="You signed in more than 10 minutes ago, so we ask for it once more."
        autoComplete="current-password"
        error={error}
        {...rest}
      />
    </div>
  );
}
