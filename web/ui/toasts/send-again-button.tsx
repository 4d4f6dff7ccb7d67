import { useState } from "react";
import { Button, type ButtonProps } from "../buttons/button.tsx";
import { notifyError, notifySuccess } from "./toast.ts";

interface SendAgainButtonProps extends Pick<ButtonProps, "kind" | "className" | "children"> {
  /** The address at which to look for the email. */
  sentTo: string;
  send: () => Promise<void>;
  formatError: (error: unknown) => string | undefined;
}

/** Sends an email again, and reports the outcome. */
export function SendAgainButton({ sentTo, send, formatError, ...button }: SendAgainButtonProps) {
  const [busy, setBusy] = useState(false);

  async function sendAgain() {
    setBusy(true);
    try {
      await send();
      notifySuccess("Sent again", `Look for it at ${sentTo}.`);
    } catch (error) {
      notifyError("Error", formatError(error));
    } finally {
      setBusy(false);
    }
  }

  return <Button {...button} busy={busy} busyLabel="Sending..." onClick={sendAgain} />;
}
