import { useState } from "react";
import { errorMessageOf } from "#web/client/error-message.ts";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { notifyError, notifySuccess } from "#web/ui/toasts/toast.ts";
import { DeadlineField, useDeadlineCheck } from "../deadline-field.tsx";
import { useReopenCircle } from "../hooks.ts";
import type { CircleDialogProps } from "./circle-dialog-props.ts";

export function ReopenDialog({
  circle,
  today,
  onReopened,
  ...dialog
}: CircleDialogProps & { today: string; onReopened: (() => void) | undefined }) {
  const reopening = useReopenCircle(circle.id);
  const [deadline, setDeadline] = useState("");
  const check = useDeadlineCheck(today);

  function reopen() {
    if (check.isRefused(deadline)) return;
    reopening.mutate(
      { deadline: deadline === "" ? null : deadline },
      {
        onSuccess: () => {
          onReopened?.();
          dialog.onOpenChange(false);
          notifySuccess("Paraline reopened");
        },
        onError: (error) => notifyError("Failed to reopen paraline", errorMessageOf(error)),
      },
    );
  }

  return (
    <ConfirmDialog
      {...dialog}
      title="Reopen this paraline?"
      description={
        <span className="strong wrap-anywhere" dir="auto">
          {circle.title}
        </span>
      }
      confirmLabel="Reopen"
      busyLabel="Reopening..."
      busy={reopening.isPending}
      error={reopening.error && errorMessageOf(reopening.error)}
      onConfirm={reopen}
    >
      <p className="ink-2">The private links of people who have not answered will work again.</p>
      <DeadlineField
        label="New deadline"
        hint="Without one, it stays open until you close it."
        check={check}
        value={deadline}
        onChange={setDeadline}
      />
    </ConfirmDialog>
  );
}
