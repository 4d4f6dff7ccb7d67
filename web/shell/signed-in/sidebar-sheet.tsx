import { Dialog } from "@base-ui/react/dialog";
import type { ReactNode } from "react";
import { buttonClass } from "#web/ui/buttons/button-class.ts";
import { CloseIcon } from "#web/ui/icons/icons.tsx";

/** It traps the focus, and Escape or a click outside closes it. */
export function SidebarSheet({
  id,
  open,
  onOpenChange,
  children,
}: {
  id: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
}) {
  return (
    <Dialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup className="sidebar sidebar-sheet" id={id} aria-label="Sidebar">
          {children}
          <Dialog.Close
            className={buttonClass("quiet", "icon", "sidebar-sheet-close")}
            aria-label="Close"
          >
            <CloseIcon />
          </Dialog.Close>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
