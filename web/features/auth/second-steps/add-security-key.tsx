import { useCurrentPassword } from "#web/client/auth/current-password.ts";
import { addSecurityKey } from "#web/client/auth/passkeys.ts";
import { CurrentPasswordField } from "#web/ui/fields/current-password-field.tsx";
import { notifySuccess } from "#web/ui/toasts/toast.ts";
import { authMessage, passkeyErrorMessage } from "../auth-message.ts";
import { SignInMethodNameForm } from "../sign-in-methods/sign-in-method-name-form.tsx";
import type { AddingProps } from "./second-factor-section.tsx";
import { useAbortOnUnmount } from "./use-abort-on-unmount.ts";

/** Adds a security key as a second step: a name, and the browser's own dialog. */
export function AddSecurityKey({ email, isFirst, onAdded, onCancel }: AddingProps) {
  const password = useCurrentPassword(authMessage);
  const begin = useAbortOnUnmount();

  async function add(name: string) {
    const signal = begin();
    const outcome = await password.attempt((current) => addSecurityKey(name, current, signal));
    if (signal.aborted) return;
    if (outcome.kind === "failed") throw outcome.error;
    if (outcome.kind === "asks") return;
    notifySuccess(
      "Security key added",
      isFirst
        ? "From now on, you need it to sign in with your password. Other devices have been signed out."
        : "You can use it from now on.",
    );
    await onAdded();
  }

  return (
    <SignInMethodNameForm
      label="Name of this security key"
      hint="To tell it apart from others, such as “Blue key”"
      submitLabel="Continue"
      busyLabel="Waiting for the key..."
      messageOf={passkeyErrorMessage}
      onNamed={add}
      onCancel={onCancel}
    >
      {password.isAsked && <CurrentPasswordField email={email} {...password.field} />}
    </SignInMethodNameForm>
  );
}
