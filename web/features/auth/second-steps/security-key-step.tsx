import { useState } from "react";
import { isCancelled, passBySecurityKey } from "#web/client/auth/passkeys.ts";
import { FieldError } from "#web/ui/fields/field.tsx";
import { notifyError } from "#web/ui/toasts/toast.ts";
import { passkeyErrorMessage } from "../auth-message.ts";
import { SubmitButton } from "../submit-button.tsx";
import { useAbortOnUnmount } from "./use-abort-on-unmount.ts";

/** The second step with a security key, or with the device that is one. */
export function SecurityKeyStep({ factorId, onDone }: { factorId: string; onDone: () => void }) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const begin = useAbortOnUnmount();

  async function pass() {
    const signal = begin();
    setBusy(true);
    setError(undefined);
    try {
      await passBySecurityKey(factorId, signal);
      onDone();
    } catch (failure) {
      if (signal.aborted) return;
      setError(passkeyErrorMessage(failure));
      if (!isCancelled(failure)) notifyError("Error", passkeyErrorMessage(failure));
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="stack g3">
      {error !== undefined && <FieldError>{error}</FieldError>}
      <SubmitButton busy={busy} onClick={() => void pass()}>
        Use security key
      </SubmitButton>
    </div>
  );
}
