import { type ComponentProps, useEffect, useRef } from "react";
import { limits } from "#contract/limits.ts";
import { PasswordField } from "./password-field.tsx";

interface CurrentPasswordFieldProps extends ComponentProps<typeof PasswordField> {
  /** Whose password it is; tells a password manager. */
  email: string;
}

/**
 * Appears where something needs the current password because signing in was too long ago. Takes the focus then, and
 * whenever what was typed is refused: the button may be a screen away.
 */
export function CurrentPasswordField({ email, error, ...rest }: CurrentPasswordFieldProps) {
  const place = useRef<HTMLDivElement>(null);
  const hasAppeared = useRef(false);
  useEffect(() => {
    if (hasAppeared.current && error === undefined) return;
    hasAppeared.current = true;
    place.current?.querySelector<HTMLInputElement>("input[required]")?.focus();
  }, [error]);
  return (
    <div ref={place}>
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Your current password"
        hint={`You signed in more than ${limits.fresh_sign_in_minutes} minutes ago, so we ask for it once more.`}
        autoComplete="current-password"
        error={error}
        {...rest}
      />
    </div>
  );
}
