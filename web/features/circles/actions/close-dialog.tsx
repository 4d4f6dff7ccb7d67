import type { Circle } from "#contract/circles/circles.ts";
import { formatDay } from "#contract/values/days.ts";
import { errorMessageOf } from "#web/client/error-message.ts";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { notifyError, notifySuccess } from "#web/ui/toasts/toast.ts";
import { useCloseCircle } from "../hooks.ts";
import type { CircleDialogProps } from "./circle-dialog-props.ts";

export function CloseDialog({ circle, ...dialog }: CircleDialogProps) {
  const closing = useCloseCircle(circle.id);

  function close() {
    closing.mutate(undefined, {
      onSuccess: () => {
        dialog.onOpenChange(false);
        notifySuccess("Paraline closed");
      },
      onError: (error) => notifyError("Failed to close paraline", errorMessageOf(error)),
    });
  }

  return (
    <ConfirmDialog
      {...dialog}
      title="Close this paraline?"
      description={
        <span className="strong wrap-anywhere" dir="auto">
          {circle.title}
        </span>
      }
      cancelLabel="Keep it open"
      confirmLabel="Close paraline"
      busyLabel="Closing..."
      busy={closing.isPending}
      error={closing.error && errorMessageOf(closing.error)}
      onConfirm={close}
    >
      <ul className="stack g2 ink-2">
        {consequences(circle).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}

function consequences(circle: Circle): string[] {
  const links = "No one will be able to answer any more, and links will say that it has closed.";
  if (!circle.is_anonymous) {
    return [links, "You can still read everything that came in.", "You can reopen it later."];
  }
  return [
    links,
    "You will see all answers together, once. If fewer than 3 people have answered, nothing is shown and what they wrote is deleted.",
    "This is final: an anonymous paraline can't be reopened.",
    ...(circle.deadline === null
      ? []
      : [`Waiting until ${formatDay(circle.deadline)} costs nothing, and more people may answer.`]),
  ];
}
