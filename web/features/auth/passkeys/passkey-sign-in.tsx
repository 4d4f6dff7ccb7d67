import { useEffect, useState } from "react";
import { minuteMs } from "#contract/values/durations.ts";
import {
  canSuggestPasskeys,
  isCancelled,
  signInByPasskey,
  signInBySuggestion,
} from "#web/client/auth/passkeys.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { notifyError } from "#web/ui/toasts/toast.ts";
import { passkeyErrorMessage } from "../auth-message.ts";
import { useHasPasskeys } from "../hooks.ts";

/** A challenge is valid for five minutes. Suggestions get a new one before that. */
const suggestionMs = 4 * minuteMs;

export function PasskeySignIn({ onDone }: { onDone: () => void }) {
  const [busy, setBusy] = useState(false);
  const isOffered = useHasPasskeys();
  useSuggestions(isOffered && !busy, onDone);
  if (!isOffered) return null;

  async function signIn() {
    setBusy(true);
    try {
      await signInByPasskey();
      onDone();
    } catch (error) {
      setBusy(false);
      if (!isCancelled(error)) notifyError("Error", passkeyErrorMessage(error));
    }
  }

  return (
    <Button
      size="field"
      className="btn-block"
      busy={busy}
      busyLabel="Waiting for your passkey..."
      onClick={() => void signIn()}
    >
      Sign in with a passkey
    </Button>
  );
}

/** The browser has one dialog at a time, so suggestions end while the button is used. */
function useSuggestions(isOn: boolean, onDone: () => void): void {
  const [round, setRound] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another round begins again
  useEffect(() => {
    if (!isOn) return;
    const stop = new AbortController();
    const next = setTimeout(() => setRound((count) => count + 1), suggestionMs);
    async function suggest() {
      if (!(await canSuggestPasskeys()) || stop.signal.aborted) return;
      try {
        await signInBySuggestion(stop.signal);
        onDone();
      } catch (error) {
        // Only the refusal of a chosen passkey is reported. For everything else there is the button.
        if (stop.signal.aborted || isCancelled(error) || !isRefused(error)) return;
        notifyError("Error", passkeyErrorMessage(error));
        setRound((count) => count + 1);
      }
    }
    void suggest();
    return () => {
      clearTimeout(next);
      stop.abort();
    };
  }, [isOn, round]);
}

function isRefused(error: unknown): boolean {
  return error instanceof Error && "code" in error && String(error.code).startsWith("webauthn_");
}
