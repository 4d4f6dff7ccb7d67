import type { RefObject } from "react";
import type { FurtherQuestion } from "#contract/circles/further-questions.ts";
import { formatErrorMessage } from "#web/client/error-message.ts";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { notifyError, notifySuccess } from "#web/ui/toasts/toast.ts";
import { useCloseCircle } from "../hooks.ts";

export function CloseFurtherDialog({
  further,
  open,
  onOpenChange,
  focusWhenDone,
}: {
  further: FurtherQuestion;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  focusWhenDone: RefObject<HTMLElement | null>;
}) {
  const closing = useCloseCircle(further.circle_id);

  function close() {
    closing.mutate(undefined, {
      onSuccess: () => {
        onOpenChange(false);
        notifySuccess("Question closed");
      },
      onError: (error) => notifyError("Failed to close the question", formatErrorMessage(error)),
    });
  }

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Close this further question?"
      description={
        <span className="strong wrap-anywhere" dir="auto">
          {further.question.label}
        </span>
      }
      cancelLabel="Keep it open"
      confirmLabel="Close question"
      busyLabel="Closing..."
      busy={closing.isPending}
      error={closing.error && formatErrorMessage(closing.error)}
      focusWhenDone={focusWhenDone}
      onConfirm={close}
    >
      <ul className="stack g2 ink-2">
        <li>No one will be able to answer it any more.</li>
        {further.is_anonymous ? (
          <>
            <li>
              You will see all answers together, once. If fewer than 3 people have answered, nothing
              is shown and what they wrote is deleted.
            </li>
            <li>This is final: it can't be reopened.</li>
          </>
        ) : (
          <li>You can still read everything that came in. It can't be reopened.</li>
        )}
      </ul>
    </ConfirmDialog>
  );
}
