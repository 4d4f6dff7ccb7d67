import { type ComponentProps, useEffect, useRef } from "react";
import { limits } from "#contract/limits.ts";
import { PasswordField } from "./password-field.tsx";

interface CurrentPasswordFieldProps extends ComponentProps<typeof PasswordField> {
  /** The address of the account, for a password manager. */
  email: string;
}

/**
 * Shown if an action needs the current password because the last sign-in is too old. It takes the focus then, and
 * whenever the password is refused, because the button may be a screen away.
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
        hint={`You signed in more than ${limits.freshSignInMinutes} minutes ago, so please enter it again.`}
        autoComplete="current-password"
        error={error}
        {...rest}
      />
    </div>
  );
}
