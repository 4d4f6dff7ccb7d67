import { lazy, type ReactNode, type RefObject, Suspense, useRef, useState } from "react";
import type { Circle } from "#contract/circles/circles.ts";
import { Menu, MenuEntry, MenuRule } from "#web/ui/overlays/menu.tsx";

// Loaded on demand: a list of circles is viewed far more often than one of them is changed.
const load = () => import("./circle-dialogs.tsx");
const CloseDialog = lazy(async () => ({ default: (await load()).CloseDialog }));
const DeleteDialog = lazy(async () => ({ default: (await load()).DeleteDialog }));
const DuplicateDialog = lazy(async () => ({ default: (await load()).DuplicateDialog }));
const ReopenDialog = lazy(async () => ({ default: (await load()).ReopenDialog }));

type CircleAction = "close" | "reopen" | "duplicate" | "delete";

export function CircleActionsMenu({
  circle,
  today,
  onDuplicated,
  onDeleted,
  leavesListOnReopen = false,
  triggerRef,
  children,
}: {
  circle: Circle;
  today: string;
  onDuplicated: (copyId: string) => void;
  onDeleted?: () => void | Promise<void>;
  /** Whether the circle is in a list of closed ones, from which it disappears when it is reopened. */
  leavesListOnReopen?: boolean;
  triggerRef?: RefObject<HTMLButtonElement | null>;
  children?: ReactNode;
}) {
  const ownTrigger = useRef<HTMLButtonElement>(null);
  const trigger = triggerRef ?? ownTrigger;
  // The last dialog stays mounted, so that its closing can be animated.
  const [requested, setRequested] = useState<{
    action: CircleAction;
    open: boolean;
    count: number;
  }>();

  const finalFocus = useRef<HTMLElement>(null);

  function openDialog(action: CircleAction) {
    finalFocus.current = trigger.current;
    setRequested((before) => ({ action, open: true, count: (before?.count ?? 0) + 1 }));
  }

  /** The menu's button disappears with its circle, so the focus moves to the screen's title. */
  function leave() {
    finalFocus.current = document.querySelector("h1");
  }

  const dialog = {
    circle,
    open: requested?.open ?? false,
    onOpenChange: (open: boolean) => setRequested((before) => before && { ...before, open }),
    finalFocus,
  };

  return (
    <>
      <Menu label={`More, ${circle.title}`} triggerRef={trigger}>
        {children}
        {circle.status === "active" ? (
          <MenuEntry onSelect={() => openDialog("close")}>Close</MenuEntry>
        ) : (
          !circle.is_anonymous && (
            <MenuEntry onSelect={() => openDialog("reopen")}>Reopen</MenuEntry>
          )
        )}
        <MenuEntry onSelect={() => openDialog("duplicate")}>Duplicate</MenuEntry>
        <MenuRule />
        <MenuEntry onSelect={() => openDialog("delete")}>Delete</MenuEntry>
      </Menu>
      {/* A dialog that is opened again starts anew. */}
      <Suspense key={requested?.count}>
        {requested?.action === "close" && <CloseDialog {...dialog} />}
        {requested?.action === "reopen" && (
          <ReopenDialog
            {...dialog}
            today={today}
            onReopened={leavesListOnReopen ? leave : undefined}
          />
        )}
        {requested?.action === "duplicate" && (
          <DuplicateDialog {...dialog} onDuplicated={onDuplicated} />
        )}
        {requested?.action === "delete" && (
          <DeleteDialog {...dialog} onGone={leave} onDeleted={onDeleted} />
        )}
      </Suspense>
    </>
  );
}
