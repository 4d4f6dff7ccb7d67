import { type ReactNode, useState } from "react";
import { useCurrentPassword } from "#web/client/auth/current-password.ts";
import { CurrentPasswordField } from "#web/ui/fields/current-password-field.tsx";
import { notifyError } from "#web/ui/toasts/toast.ts";
import { authMessage } from "./auth-message.ts";

/** An action for which the server may ask for the current password. */
export function useGuardedAction(
  email: string,
  {
    formatError = authMessage,
    isCancelled = () => false,
  }: {
    formatError?: (error: unknown) => string;
    /** Whether the person has given up, so that the message beside the button is enough. */
    isCancelled?: (error: unknown) => boolean;
  } = {},
) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const password = useCurrentPassword(authMessage);
  const passwordField: ReactNode = password.isAsked && (
    <CurrentPasswordField email={email} {...password.field} />
  );
  return {
    busy,
    error,
    passwordField,
    clear() {
      setError(undefined);
      password.clear();
    },
    async run(call: (current: string | undefined) => Promise<void>): Promise<boolean> {
      setError(undefined);
      setBusy(true);
      const outcome = await password.attempt(call);
      setBusy(false);
      if (outcome.kind === "failed") {
        setError(formatError(outcome.error));
        if (!isCancelled(outcome.error)) notifyError("Error", formatError(outcome.error));
      }
      return outcome.kind === "done";
    },
  };
}
