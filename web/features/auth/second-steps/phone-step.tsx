import { useEffect, useRef, useState } from "react";
import { sendPhoneCode, verifyPhoneCode } from "#web/client/auth/phones.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { notifyError } from "#web/ui/toasts/toast.ts";
import { authMessage } from "../auth-message.ts";
import { SubmitButton } from "../submit-button.tsx";
import { FactorCodeForm } from "./factor-code-form.tsx";
import { SendCodeAgain } from "./send-code-again.tsx";

/** The second step of signing in with a phone. Nothing is sent before the person asks for it. */
export function PhoneStep({ factorId, onDone }: { factorId: string; onDone: () => void }) {
  const [challengeId, setChallengeId] = useState<string>();
  const [busy, setBusy] = useState(false);

  const form = useRef<HTMLDivElement>(null);
  const isSent = challengeId !== undefined;
  // The button that was clicked is gone, so the focus moves on.
  useEffect(() => {
    if (isSent) form.current?.querySelector("input")?.focus();
  }, [isSent]);

  async function send() {
    setBusy(true);
    try {
      setChallengeId(await sendPhoneCode(factorId));
    } catch (error) {
      notifyError("Error", authMessage(error));
    }
    setBusy(false);
  }

  if (!isSent) {
    return (
      <Button
        kind="primary"
        size="field"
        className="btn-block"
        busy={busy}
        busyLabel="Sending..."
        onClick={() => void send()}
      >
        Text me a code
      </Button>
    );
  }
  return (
    <div className="stack g4" ref={form}>
      <FactorCodeForm
        source="text"
        verify={async (code) => {
          await verifyPhoneCode({ factorId, challengeId, code });
          onDone();
        }}
        buttons={(isSubmitting) => <SubmitButton busy={isSubmitting}>Continue</SubmitButton>}
      />
      <SendCodeAgain factorId={factorId} onSent={setChallengeId} />
    </div>
  );
}
