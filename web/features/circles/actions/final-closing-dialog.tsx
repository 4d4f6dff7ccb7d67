import { finalClosingReason } from "#contract/circles/closing.ts";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import type { CircleDialogProps } from "./circle-dialog-props.ts";

export function FinalClosingDialog({
  circle,
  onDuplicate,
  ...dialog
}: CircleDialogProps & { onDuplicate: () => void }) {
  return (
    <ConfirmDialog
      {...dialog}
      title="The closing is final"
      description={
        <span className="strong wrap-anywhere" dir="auto">
          {circle.title}
        </span>
      }
      cancelLabel="Leave it closed"
      confirmLabel="Duplicate"
      onConfirm={onDuplicate}
    >
      <div className="stack g2 ink-2">
        <p>
          {finalClosingReason} Otherwise answers could be read one at a time, and their authors
          would not be anonymous any more.
        </p>
        <p>A duplicate asks the same questions again, of the same people if you like.</p>
      </div>
    </ConfirmDialog>
  );
}
