import { errorMessage } from "#contract/errors.ts";
import { useSession } from "#web/client/auth/use-session.ts";
import { errorMessageOf } from "#web/client/error-message.ts";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { notifyError, notifySuccess } from "#web/ui/toasts/toast.ts";
import { useDeleteCircle, useIsUnlocked } from "../hooks.ts";
import type { CircleDialogProps } from "./circle-dialog-props.ts";

/** Deletes a circle permanently, once its title has been typed. */
export function DeleteDialog({
  circle,
  onGone,
  onDeleted,
  ...dialog
}: CircleDialogProps & {
  /** Called before the dialog closes. */
  onGone: () => void;
  onDeleted: (() => void | Promise<void>) | undefined;
}) {
  const session = useSession();
  const userId = session.kind === "signed_in" ? session.person.user_id : undefined;
  const unlockWarning = useUnlockWarning(circle.id);
  const { deletion, forget } = useDeleteCircle(userId, circle.id);

  function remove() {
    deletion.mutate(circle.title, {
      onSuccess: async () => {
        onGone();
        dialog.onOpenChange(false);
        notifySuccess("Paraline deleted");
        await onDeleted?.();
        forget();
      },
      onError: (error) => notifyError("Failed to delete paraline", errorMessageOf(error)),
    });
  }

  return (
    <ConfirmDialog
      {...dialog}
      title="Delete this paraline?"
      description="Its texts, cover, people, answers, notes and insights are erased, and its links stop working. This cannot be undone."
      cancelLabel="Keep it"
      confirmLabel="Delete for good"
      isDeletion
      busyLabel="Deleting..."
      busy={deletion.isPending}
      error={deletion.error && errorMessageOf(deletion.error)}
      typed={{
        label: "Type its title",
        hint: <bdi>{circle.title}</bdi>,
        expectedText: circle.title,
        error: errorMessage("circle_title_differs"),
      }}
      onConfirm={remove}
    >
      {unlockWarning !== undefined && <p>{unlockWarning}</p>}
    </ConfirmDialog>
  );
}

/** What deleting a circle does to the unlock that was bought for it; if that could not be loaded, what it may do. */
function useUnlockWarning(circleId: string): string | undefined {
  const { data: isUnlocked, isError } = useIsUnlocked(circleId);
  if (isUnlocked) {
    return "You paid to unlock this paraline. Its unlock is deleted with it, and can't be used for another one.";
  }
  return isUnlocked === undefined && isError
    ? "If you paid to unlock this paraline, its unlock is deleted with it, and can't be used for another one."
    : undefined;
}
