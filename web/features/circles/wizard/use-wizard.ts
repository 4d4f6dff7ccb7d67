import { useEffect, useReducer, useRef, useState } from "react";
import { errorMessage } from "#contract/errors.ts";
import { notifyError } from "#web/ui/toasts/toast.ts";
import { type DraftLocation, deleteDraft, saveDraft } from "../draft/draft-storage.ts";
import { type DraftFields, reduceDraft, type WrittenCircle } from "../draft/wizard-draft.ts";
import { firstEmptyQuestionId } from "./question-editor.tsx";

export interface OpenedDraft<D extends WrittenCircle> {
  draft: D;
  /** Whether it was begun earlier and has not been sent. */
  isKept: boolean;
  /** Whether the kept draft does not differ from what is stored. */
  isSpent?: boolean;
}

export type Wizard<D extends WrittenCircle> = ReturnType<typeof useWizard<D>>;

/** A draft and its current step. What has been written stays in this browser until it is stored. */
export function useWizard<D extends WrittenCircle>({
  place: { user_id, circle_id },
  opening,
  steps,
  isWorthKeeping: hasContent,
  reasonToStay: incompleteReason,
  draftAnew,
  onFinish,
}: {
  place: DraftLocation;
  opening: OpenedDraft<D>;
  steps: readonly number[];
  isWorthKeeping: (draft: D) => boolean;
  reasonToStay: (draft: D) => string | undefined;
  draftAnew: () => D;
  /** Called when the last step is complete. */
  onFinish: () => void;
}) {
  const [draft, dispatch] = useReducer(reduceDraft<D>, opening.draft);
  const [isKept, setIsKept] = useState(opening.isKept);
  const [isUploading, setUploading] = useState(false);
  const [showMissing, setShowMissing] = useState(false);
  const isStored = useRef(false);

  useEffect(() => {
    if (isStored.current) return;
    const place = circle_id === undefined ? { user_id } : { user_id, circle_id };
    if (hasContent(draft)) saveDraft(place, draft);
    // Another version may be able to read a draft that this one cannot, so opening the page does not delete it.
    else if (draft !== opening.draft || opening.isSpent) deleteDraft(place);
  }, [user_id, circle_id, hasContent, draft, opening]);

  const change = (fields: DraftFields<D>) => dispatch({ type: "change", fields });

  function goTo(step: number | undefined) {
    if (step === undefined) return;
    setShowMissing(false);
    setIsKept(false);
    change({ step });
  }

  function proceed() {
    const emptyId = draft.step === 2 ? firstEmptyQuestionId(draft.questions) : undefined;
    const next = steps.find((step) => step > draft.step);
    if (emptyId !== undefined) {
      setShowMissing(true);
      notifyError(errorMessage("question_empty"));
      document.getElementById(emptyId)?.focus();
    } else if (next !== undefined) {
      goTo(next);
    } else {
      onFinish();
    }
  }

  return {
    draft,
    steps,
    dispatch,
    change,
    /** Whether to offer starting over. */
    isKept,
    startOver: () => {
      setIsKept(false);
      setShowMissing(false);
      dispatch({ type: "start_over", draft: draftAnew() });
    },
    /** Why the step is not complete yet. */
    reason: isUploading ? "Your image is still uploading." : incompleteReason(draft),
    /** Whether to mark each empty question as missing, after Continue was refused. */
    showMissing,
    setUploading,
    goBack: () => goTo(steps.findLast((step) => step < draft.step)),
    proceed,
    /** Called when the draft is stored on the server, so that nothing of it stays in this browser. */
    stopKeeping: () => {
      isStored.current = true;
    },
  };
}
