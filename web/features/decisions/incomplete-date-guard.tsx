import { type RefObject, useEffect, useState } from "react";
import { useBlocker } from "react-router";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";

/** The incomplete day or, if it is gone, the title: looked up when the dialog closes. */
const afterwards: RefObject<HTMLElement | null> = {
  get current() {
    const field = document.querySelector<HTMLElement>("input[type=date][aria-invalid]");
    return field ?? document.querySelector("h1");
  },
};

/** Asks before a partly typed day is left: only its field has it, so nothing can keep it. */
export function useIncompleteDateGuard(isHalfTyped: boolean) {
  const [intent, setIntent] = useState<{ leave: () => void }>();
  const blocker = useBlocker(isHalfTyped);
  const isBlocked = blocker.state === "blocked";

  useEffect(() => {
    if (!isHalfTyped) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isHalfTyped]);

  function stay() {
    setIntent(undefined);
    if (isBlocked) blocker.reset();
  }

  function leave() {
    setIntent(undefined);
    if (isBlocked) blocker.proceed();
    else intent?.leave();
  }

  return {
    guard(leave: () => void) {
      if (isHalfTyped) setIntent({ leave });
      else leave();
    },
    question: (
      <ConfirmDialog
        open={intent !== undefined || isBlocked}
        onOpenChange={stay}
        title="Incomplete date"
        description="It can't be saved like this. If you leave now, what you typed will be lost."
        cancelLabel="Go back"
        confirmLabel="Leave"
        finalFocus={afterwards}
        onConfirm={leave}
      />
    ),
  };
}
