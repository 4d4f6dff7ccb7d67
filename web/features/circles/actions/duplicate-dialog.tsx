import { useState } from "react";
import { errorMessageOf } from "#web/client/error-message.ts";
import { Choice } from "#web/ui/choices/choice.tsx";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { notifyError, notifySuccess } from "#web/ui/toasts/toast.ts";
import { useDuplicateCircle } from "../hooks.ts";
import type { CircleDialogProps } from "./circle-dialog-props.ts";

export function DuplicateDialog({
  circle,
  onDuplicated,
  ...dialog
}: CircleDialogProps & { onDuplicated: (copyId: string) => void }) {
  const duplication = useDuplicateCircle(circle.id);
  const [withPeople, setWithPeople] = useState(circle.invites_count !== 0);

  function duplicate() {
    duplication.mutate(withPeople, {
      onSuccess: ({ circle: copy }) => {
        dialog.onOpenChange(false);
        notifySuccess(
          "Paraline duplicated",
          withPeople
            ? "No one has been emailed yet: use “Email invites” on its share screen."
            : "No one has been emailed yet.",
        );
        onDuplicated(copy.id);
      },
      onError: (error) => notifyError("Failed to duplicate paraline", errorMessageOf(error)),
    });
  }

  return (
    <ConfirmDialog
      {...dialog}
      title="Duplicate this paraline?"
      description={
        <span className="strong wrap-anywhere" dir="auto">
          {circle.title}
        </span>
      }
      confirmLabel="Duplicate"
      busyLabel="Duplicating..."
      busy={duplication.isPending}
      error={duplication.error && errorMessageOf(duplication.error)}
      onConfirm={duplicate}
    >
      <p className="ink-2">
        The copy has the same texts, questions and cover. It starts without answers and without a
        deadline.
      </p>
      {circle.invites_count !== 0 && (
        <Choice
          type="checkbox"
          title="With its people"
          line="They get an invitation only when you send it."
          checked={withPeople}
          onChange={(event) => setWithPeople(event.target.checked)}
        />
      )}
    </ConfirmDialog>
  );
}
