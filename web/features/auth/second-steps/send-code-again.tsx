import { useState } from "react";
import { sendPhoneCode } from "#web/client/auth/phones.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { notifyError, notifySuccess } from "#web/ui/toasts/toast.ts";
import { authMessage } from "../auth-message.ts";

/** Requests another text with a code. Only the newest code works then. */
export function SendCodeAgain({
  factorId,
  onSent,
}: {
  factorId: string;
  onSent: (challengeId: string) => void;
}) {
  const [busy, setBusy] = useState(false);

  async function send() {
    setBusy(true);
    try {
      onSent(await sendPhoneCode(factorId));
      notifySuccess("Sent again", "Only the newest code works.");
    } catch (error) {
      notifyError("Error", authMessage(error));
    }
    setBusy(false);
  }

  return (
    <Button
      kind="quiet"
      className="btn-flush btn-start btn-underlined"
      busy={busy}
      busyLabel="Sending..."
      onClick={() => void send()}
    >
      Send it again
    </Button>
  );
}
