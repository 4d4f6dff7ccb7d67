import { type RefObject, useState } from "react";
import { useCurrentPassword } from "#web/client/auth/current-password.ts";
import { CurrentPasswordField } from "#web/ui/fields/current-password-field.tsx";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { notifyError } from "#web/ui/toasts/toast.ts";
import { authMessage } from "../auth-message.ts";

/** Asks before a passkey or a second factor is removed, and for the current password if the server does. */
export function RemoveSignInMethod({
  item,
  email,
  loss,
  focusWhenDone,
  onRemove,
  onClose,
}: {
  /** What is to be removed. Without it, the dialog is closed. */
  item: { name: string } | undefined;
  /** The address of the account. */
  email: string;
  loss: string;
  focusWhenDone: RefObject<HTMLElement | null>;
  onRemove: (current: string | undefined) => Promise<void>;
  onClose: () => void;
}) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const password = useCurrentPassword(authMessage);

  function close() {
    setError(undefined);
    password.clear();
    onClose();
  }

  async function remove() {
    setError(undefined);
    setBusy(true);
    const outcome = await password.attempt(onRemove);
    setBusy(false);
    if (outcome.kind === "done") close();
    if (outcome.kind !== "failed") return;
    setError(authMessage(outcome.error));
    notifyError("Error", authMessage(outcome.error));
  }

  return (
    <ConfirmDialog
      open={item !== undefined}
      onOpenChange={(open) => {
        if (!open) close();
      }}
      title={`Remove ${item?.name ?? ""}?`}
      description={loss}
      confirmLabel="Remove"
      busyLabel="Removing..."
      busy={busy}
      error={error}
      focusWhenDone={focusWhenDone}
      onConfirm={() => void remove()}
    >
      {password.isAsked && <CurrentPasswordField email={email} {...password.field} />}
    </ConfirmDialog>
  );
}
