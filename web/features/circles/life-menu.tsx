import { lazy, type ReactNode, Suspense, useRef, useState } from "react";
import type { Circle } from "#contract/circles.ts";
import { Menu, MenuEntry, MenuRule } from "#web/ui/menu.tsx";

// Loaded on demand: a list of circles is viewed far more often than one of them is changed.
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

/** The circle's menu: close, reopen, duplicate, delete, each confirmed before it is done. */
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
  /** Navigates away from a screen that only shows this circle. */
  onDeleted?: () => void | Promise<void>;
  /** Reopened, it disappears from a list of closed ones. */
  leavesByReopening?: boolean;
  /** Entries before these. */
  children?: ReactNode;
}) {
  const trigger = useRef<HTMLButtonElement>(null);
  // the last dialog stays mounted, so that its closing can be animated
  const [asked, setAsked] = useState<{ wish: Wish; open: boolean; count: number }>();

  const finalFocus = useRef<HTMLElement>(null);

  function ask(wish: Wish) {
    finalFocus.current = trigger.current;
    setAsked((before) => ({ wish, open: true, count: (before?.count ?? 0) + 1 }));
  }

  /** The menu's button disappears with its circle: the focus moves to the screen's title. */
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
