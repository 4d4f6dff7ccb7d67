import { lazy, type ReactNode, Suspense, useRef, useState } from "react";
import type { Circle } from "#contract/circles.ts";
import { Menu, MenuEntry, MenuRule } from "#web/ui/menu.tsx";

// Fetched when asked for: a list of paralines is seen far more often than one of them is changed.
const ClosedForGoodDialog = lazy(async () => ({
  default: (await import("./closed-for-good-dialog.tsx")).ClosedForGoodDialog,
}));
const CloseDialog = lazy(async () => ({
  default: (await import("./close-dialog.tsx")).CloseDialog,
}));
const DeleteDialog = lazy(async () => ({
  default: (await import("./delete-dialog.tsx")).DeleteDialog,
}));
const DuplicateDialog = lazy(async () => ({
  default: (await import("./duplicate-dialog.tsx")).DuplicateDialog,
}));
const ReopenDialog = lazy(async () => ({
  default: (await import("./reopen-dialog.tsx")).ReopenDialog,
}));

type Wish = "close" | "reopen" | "why_closed" | "duplicate" | "delete";

/** What becomes of a paraline: close, reopen, duplicate, delete, each asked about before it is done. */
export function LifeMenu({
  circle,
  today,
  onDuplicated,
  onDeleted,
  leavesByReopening = false,
  children,
}: {
  circle: Circle;
  /** In the owner's time zone. */
  today: string;
  onDuplicated: (copyId: string) => void;
  /** Leads away from a screen that is only about it. */
  onDeleted?: () => void | Promise<void>;
  /** In a list of closed ones it is not shown any more once it is open. */
  leavesByReopening?: boolean;
  /** Entries before these. */
  children?: ReactNode;
}) {
  const trigger = useRef<HTMLButtonElement>(null);
  // what was asked last stays, so that its dialog can leave slowly
  const [asked, setAsked] = useState<{ wish: Wish; open: boolean; count: number }>();

  const finalFocus = useRef<HTMLElement>(null);

  function ask(wish: Wish) {
    finalFocus.current = trigger.current;
    setAsked((before) => ({ wish, open: true, count: (before?.count ?? 0) + 1 }));
  }

  /** The menu's button goes with its paraline: the focus is left with the screen's title. */
  function leave() {
    finalFocus.current = document.querySelector("h1");
  }

  const dialog = {
    circle,
    open: asked?.open ?? false,
    onOpenChange: (open: boolean) => setAsked((before) => before && { ...before, open }),
    finalFocus,
  };

  return (
    <>
      <Menu label={`More, ${circle.title}`} triggerRef={trigger}>
        {children}
        {circle.status === "active" ? (
          <MenuEntry onSelect={() => ask("close")}>Close</MenuEntry>
        ) : circle.is_closed_for_good ? (
          <MenuEntry onSelect={() => ask("why_closed")}>Can't be reopened</MenuEntry>
        ) : (
          <MenuEntry onSelect={() => ask("reopen")}>Reopen</MenuEntry>
        )}
        <MenuEntry onSelect={() => ask("duplicate")}>Duplicate</MenuEntry>
        <MenuRule />
        <MenuEntry onSelect={() => ask("delete")}>Delete</MenuEntry>
      </Menu>
      <Suspense>
        {asked?.wish === "close" && <CloseDialog key={asked.count} {...dialog} />}
        {asked?.wish === "reopen" && (
          <ReopenDialog
            key={asked.count}
            {...dialog}
            today={today}
            onReopened={leavesByReopening ? leave : undefined}
          />
        )}
        {asked?.wish === "why_closed" && (
          <ClosedForGoodDialog key={asked.count} {...dialog} onDuplicate={() => ask("duplicate")} />
        )}
        {asked?.wish === "duplicate" && (
          <DuplicateDialog key={asked.count} {...dialog} onDuplicated={onDuplicated} />
        )}
        {asked?.wish === "delete" && (
          <DeleteDialog key={asked.count} {...dialog} onGone={leave} onDeleted={onDeleted} />
        )}
      </Suspense>
    </>
  );
}
