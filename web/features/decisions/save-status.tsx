import { useContext, useEffect, useRef, useState } from "react";
import { Button } from "#web/ui/buttons/button.tsx";
import { ReadOnlyContext } from "#web/ui/fields/read-only.ts";
import type { DecisionDraft, DraftState, SaveState } from "./decision-draft.ts";

const stateMessages: Record<SaveState, string> = {
  saved: "Saved",
  unsaved: "Not saved yet",
  saving: "Saving…",
  failed: "Not saved, trying again",
  refused: "Not saved",
  held: "Not saved: you typed this while you were offline",
};

/** Says whether the text is saved, next to fields that are far from the first place that does. */
export function SaveMessage({
  state: { saveState, halfTyped, values },
  names,
}: {
  state: DraftState;
  /** The fields that it covers; all of them if omitted. While they are empty, it says nothing. */
  names?: readonly string[];
}) {
  const isReadOnly = useContext(ReadOnlyContext);
  const isSaved = saveState === "saved" && halfTyped.size === 0;
  if (isReadOnly) return null;
  if (isSaved && names?.every((name) => !values[name])) return null;
  return (
    <p className="hint">
      {stateMessages[saveState === "saved" && !isSaved ? "unsaved" : saveState]}
    </p>
  );
}

/** Screen readers read problems, and "Saved" for the first text or when a problem is over, not after every pause. */
export function SaveStatus({ state, draft }: { state: DraftState; draft: DecisionDraft }) {
  const { saveState, isNewerElsewhere } = state;
  const isProblem = ["failed", "refused", "held"].includes(saveState);
  const before = useRef(saveState);
  const [hasSaved, setHasSaved] = useState(false);
  useEffect(() => {
    if (saveState === "saved" && before.current !== "saved") setHasSaved(true);
    before.current = saveState;
  }, [saveState]);
  return (
    <div className="stack g2">
      <SaveMessage state={state} />
      <p className="sr-only" role="status">
        {isProblem ? stateMessages[saveState] : hasSaved && stateMessages.saved}
      </p>
      <div role="status">
        {isNewerElsewhere && (
          <div className="row">
            <p className="hint">Another tab or device has newer text.</p>
            <Button kind="quiet" onClick={() => draft.showNewer()}>
              Show the newer text
            </Button>
            {saveState === "held" && (
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
