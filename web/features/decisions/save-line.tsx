import { useEffect, useRef, useState } from "react";
import { Button } from "#web/ui/buttons/button.tsx";
import type { DecisionDraft, DraftState, SaveState } from "./decision-draft.ts";

const stateMessages: Record<SaveState, string> = {
  saved: "Saved",
  unsaved: "Not saved yet",
  saving: "Saving…",
  failed: "Not saved, trying again",
  refused: "Not saved",
  held: "Not saved: you typed this while you were offline",
};

/** Whether the text is saved, next to fields that are far from the line that says so first. */
export function SaveMessages({
  state: { save_state, half_typed, values },
  names,
}: {
  state: DraftState;
  /** The fields it covers, all of them if omitted: while they are empty, there is nothing to say. */
  names?: readonly string[];
}) {
  const isSaved = save_state === "saved" && half_typed.size === 0;
  if (isSaved && names?.every((name) => !values[name])) return null;
  return (
    <p className="hint">
      {stateMessages[save_state === "saved" && !isSaved ? "unsaved" : save_state]}
    </p>
  );
}

/**
 * Whether the text is saved, and whether there is a newer version elsewhere. Read out: problems, and "Saved" once, when
 * the first text typed here is saved or a problem is over, not after every pause.
 */
export function SaveLine({ state, draft }: { state: DraftState; draft: DecisionDraft }) {
  const { save_state, is_newer_elsewhere } = state;
  const isTrouble = ["failed", "refused", "held"].includes(save_state);
  const before = useRef(save_state);
  const [hasSaved, setHasSaved] = useState(false);
  useEffect(() => {
    if (save_state === "saved" && before.current !== "saved") setHasSaved(true);
    before.current = save_state;
  }, [save_state]);
  return (
    <div className="stack g2">
      <SaveMessages state={state} />
      <p className="sr-only" role="status">
        {isTrouble ? stateMessages[save_state] : hasSaved && stateMessages.saved}
      </p>
      <div role="status">
        {is_newer_elsewhere && (
          <div className="row">
            <p className="hint">Another tab or device has newer text.</p>
            <Button kind="quiet" onClick={() => draft.showNewer()}>
              Show the newer text
            </Button>
            {save_state === "held" && (
              <Button kind="quiet" onClick={() => draft.keepTyped()}>
                Keep what I typed
              </Button>
            )}
          </div>
        )}
      </div>
    </div>
  );
}
