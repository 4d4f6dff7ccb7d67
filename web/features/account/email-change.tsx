import { useState } from "react";
import type { Account } from "#contract/account.ts";
import { resendEmailChange } from "#web/client/auth.ts";
import { errorMessageOf } from "#web/client/error-message.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { notifyError, notifySuccess } from "#web/ui/toasts/toast.ts";

/** A new address waiting for its links: which ones are still to be followed, and sending them again. */
export function EmailChange({ account: { email, email_change } }: { account: Account }) {
  const [busy, setBusy] = useState(false);
  if (email_change === null) return null;
  const { new_email, waits_for } = email_change;
  const addresses = [
    ...(waits_for.includes("new_address") ? [new_email] : []),
    ...(waits_for.includes("old_address") ? [email] : []),
  ];

  async function sendAgain() {
    setBusy(true);
    try {
      await resendEmailChange(email);
      notifySuccess("Sent again", `Look for it at ${addresses.join(" and ")}.`);
    } catch (error) {
      notifyError("Error", errorMessageOf(error, "The mail could not be sent."));
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="stack g2">
      <p className="small ink-2">
        Your address is to become <span className="strong wrap-anywhere">{new_email}</span>. It
        changes once you have followed{" "}
        {addresses.length > 1 ? "the links that we sent to" : "the link that we sent to"}{" "}
        <span className="wrap-anywhere">{addresses.join(" and ")}</span>.
      </p>
      <p>
        <Button busy={busy} busyLabel="Sending..." onClick={sendAgain}>
          Send again
        </Button>
      </p>
    </div>
  );
}
