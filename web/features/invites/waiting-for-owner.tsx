import { useState } from "react";
import { paths } from "#contract/paths.ts";
import { resendConfirmation } from "#web/client/auth.ts";
import { useSession } from "#web/client/use-session.ts";
import { Button } from "#web/ui/button.tsx";
import { MailIcon } from "#web/ui/icons.tsx";
import { notifyError, notifySuccess } from "#web/ui/toast.ts";

/** Invitations wait until the owner has followed the link that proves their own address. */
export function WaitingForOwner() {
  const session = useSession();
  const [busy, setBusy] = useState(false);
  if (session.kind !== "signed_in") return null;
  const { email } = session.person;

  async function sendAgain() {
    setBusy(true);
    try {
      await resendConfirmation(email, paths.circles);
      notifySuccess("Sent again", `Look for it at ${email}.`);
    } catch (error) {
      notifyError("Error", error instanceof Error ? error.message : undefined);
    } finally {
      setBusy(false);
    }
  }

  return (
    <section className="sheet pad stack g4 justify-items-start" aria-label="Your address">
      <p className="row flex-nowrap items-start">
        <MailIcon className="mt-0.5" />
        <span>
          Your invitations wait until you confirm your own address. Follow the link we sent to{" "}
          <span className="strong wrap-anywhere">{email}</span>, and they go out.
        </span>
      </p>
      <Button busy={busy} busyWords="Sending..." onClick={sendAgain}>
        Send the link again
      </Button>
    </section>
  );
}
