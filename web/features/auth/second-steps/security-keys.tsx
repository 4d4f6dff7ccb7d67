import { addSecurityKey } from "#web/client/auth/passkeys.ts";
import { notifySuccess } from "#web/ui/toasts/toast.ts";
import { passkeyErrorMessage } from "../auth-message.ts";
import { useHasPasskeys } from "../hooks.ts";
import { SignInMethodNameForm } from "../sign-in-methods/sign-in-method-name-form.tsx";
import { type AddingProps, SecondFactorSection } from "./second-factor-section.tsx";
import { useAbortOnUnmount } from "./use-abort-on-unmount.ts";

export function SecurityKeys({ email, timeZone }: { email: string; timeZone: string }) {
  return (
    <SecondFactorSection
      type="webauthn"
      title="Security keys"
      noun="Security key"
      canAdd={useHasPasskeys()}
      addLabel="Add a security key"
      add={(props) => <AddSecurityKey {...props} />}
      loss="It will no longer be accepted."
      email={email}
      timeZone={timeZone}
    >
      <p className="ink-2">The touch of a key, or your device's fingerprint, face or PIN.</p>
    </SecondFactorSection>
  );
}

function AddSecurityKey({ email, isFirst, onAdded, onCancel }: AddingProps) {
  const begin = useAbortOnUnmount();

  async function add(name: string, current: string | undefined) {
    const signal = begin();
    try {
      await addSecurityKey(name, current, signal);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    if (signal.aborted) return;
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
      formatError={passkeyErrorMessage}
      email={email}
      onNamed={add}
      onCancel={onCancel}
    />
  );
}
