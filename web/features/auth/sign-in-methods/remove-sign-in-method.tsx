import type { RefObject } from "react";
import { isolate } from "#contract/values/isolate.ts";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { useGuardedAction } from "../use-guarded-action.tsx";

/** Asks before a way in is removed, and for the current password if the server does. */
export function RemoveSignInMethod({
  item,
  verb = "Remove",
  busyLabel = "Removing...",
  email,
  loss,
  focusWhenDone,
  onRemove,
  onClose,
}: {
  /** What is to be removed. Without it, the dialog is closed. */
  item: { name: string } | undefined;
  verb?: string;
  busyLabel?: string;
  /** The address of the account. */
  email: string;
  loss: string;
  focusWhenDone: RefObject<HTMLElement | null>;
  onRemove: (current: string | undefined) => Promise<void>;
  onClose: () => void;
}) {
  const removal = useGuardedAction(email);

  function close() {
    removal.clear();
    onClose();
  }

  return (
    <ConfirmDialog
      open={item !== undefined}
      onOpenChange={(open) => {
        if (!open) close();
      }}
      title={`${verb} ${isolate(item?.name ?? "")}?`}
      description={loss}
      confirmLabel={verb}
      busyLabel={busyLabel}
      busy={removal.busy}
      error={removal.error}
      focusWhenDone={focusWhenDone}
      onConfirm={async () => {
        if (await removal.run(onRemove)) close();
      }}
    >
      {removal.passwordField}
    </ConfirmDialog>
  );
}
