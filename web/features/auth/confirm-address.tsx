import { useState } from "react";
import { resendConfirmation } from "#web/client/auth.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { notifyError, notifySuccess } from "#web/ui/toasts/toast.ts";
import { AuthHeading } from "./auth-heading.tsx";
import { authMessage } from "./auth-message.ts";

/** The account is waiting for the link emailed to its address. */
export function ConfirmAddress({
  email,
  onward,
  onBack,
}: {
  email: string;
  /** Where a link that is sent again leads. */
  onward: string;
  onBack: () => void;
}) {
  const [busy, setBusy] = useState(false);

  async function sendAgain() {
    setBusy(true);
    try {
      await resendConfirmation(email, onward);
      notifySuccess("Sent again", `Look for it at ${email}.`);
    } catch (error) {
      notifyError("Error", authMessage(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <AuthHeading title="Check your mail">
        We sent a link to <span className="strong wrap-anywhere">{email}</span>. Follow it to
        confirm your address, and you are in.
      </AuthHeading>
      <div className="stack g3 start">
        <Button busy={busy} busyLabel="Sending..." onClick={sendAgain}>
          Send it again
        </Button>
        <Button kind="quiet" className="btn-flush btn-underlined" onClick={onBack}>
          Back to sign in
        </Button>
      </div>
    </>
  );
}
