import { useEffect, useEffectEvent, useReducer, useRef, useState } from "react";
import type { z } from "zod";
import { errorMessage } from "#contract/errors.ts";
import { notifyError } from "#web/ui/toasts/toast.ts";
import type { DraftLocation } from "../draft/draft-storage.ts";
import { type KeptDraft, shareDraft } from "../draft/shared-draft.ts";
import { type DraftFields, reduceDraft, type WrittenCircle } from "../draft/wizard-draft.ts";
import { firstEmptyQuestionId } from "./question-editor.tsx";
import { useStep } from "./use-step.ts";

export interface OpenedDraft<D extends WrittenCircle> extends KeptDraft<D> {
  isKept: boolean;
  /** Whether the kept draft does not differ from what is stored. */
  isSpent?: boolean;
}

export type Wizard<D extends WrittenCircle> = ReturnType<typeof useWizard<D>>;

/** What has been written stays in this browser until it is stored, and what other tabs write appears here. */
export function useWizard<D extends WrittenCircle>({
  place,
  schema,
  opening,
  steps,
  isWorthKeeping: hasContent,
  reasonToStay: incompleteReason,
  createDraft,
  onFinish,
}: {
  place: DraftLocation;
  schema: z.ZodType<KeptDraft<D>>;
  opening: OpenedDraft<D>;
  steps: readonly number[];
  isWorthKeeping: (draft: D) => boolean;
  reasonToStay: (draft: D, step: number) => string | undefined;
  createDraft: () => D;
  onFinish: () => void;
}) {
  const [draft, dispatch] = useReducer(reduceDraft<D>, opening.draft);
  const [shared] = useState(() => shareDraft(place, schema, opening));
  const { step, goTo, replaceStep, goBackTo, leave } = useStep({
    steps,
    initial: opening.step,
    isComplete,
  });
  const [keptAt, setKeptAt] = useState(opening.isKept ? step : undefined);
  const [isUploading, setUploading] = useState(false);
  const [showMissing, setShowMissing] = useState(false);
  const isStored = useRef(false);

  function isComplete(one: number): boolean {
    return (
      incompleteReason(draft, one) === undefined &&
      (one !== 2 || firstEmptyQuestionId(draft.questions) === undefined)
    );
  }

  function takeOver(): boolean {
    const merged = shared.merge(draft);
    if (merged !== draft) dispatch({ type: "replace", draft: merged });
    return merged === draft;
  }

  useEffect(() => {
    if (isStored.current || !takeOver()) return;
    if (hasContent(draft)) shared.store(draft, step);
    // Another version may be able to read a draft that this one cannot, so opening the page does not delete it.
    else if (draft !== opening.draft || opening.isSpent) shared.discard(draft);
  });

  const followOtherTabs = useEffectEvent(() => {
    if (isStored.current) return;
    if (shared.isDeleted()) dispatch({ type: "replace", draft: createDraft() });
    else takeOver();
  });
  useEffect(() => {
    // A page in the back-forward cache gets no events.
    const events = ["storage", "pageshow"] as const;
    for (const event of events) addEventListener(event, followOtherTabs);
    return () => {
      for (const event of events) removeEventListener(event, followOtherTabs);
    };
  }, []);

  const change = (fields: DraftFields<D>) => dispatch({ type: "change", fields });

  function forgetNotices() {
    setShowMissing(false);
    setKeptAt(undefined);
  }

  function proceed() {
    const emptyId = step === 2 ? firstEmptyQuestionId(draft.questions) : undefined;
    const next = steps.find((one) => one > step);
    if (emptyId !== undefined) {
      setShowMissing(true);
      notifyError(errorMessage("question_empty"));
      document.getElementById(emptyId)?.focus();
    } else if (next !== undefined) {
      forgetNotices();
      goTo(next);
    } else {
      onFinish();
    }
  }

  return {
    draft,
    step,
    dispatch,
    change,
    isKept: keptAt === step,
    startOver: () => {
      forgetNotices();
      dispatch({ type: "replace", draft: createDraft() });
      replaceStep(1);
    },
    reason: isUploading ? "Your image is still uploading." : incompleteReason(draft, step),
    showMissing,
    setUploading,
    goBack: () => {
      const previous = steps.findLast((one) => one < step);
      if (previous === undefined) return;
      forgetNotices();
      goBackTo(previous);
    },
    proceed,
    /** Leaves for another screen once the draft is stored on the server, so that nothing of it stays in this browser. */
    finish: (...to: Parameters<typeof leave>) => {
      isStored.current = true;
      leave(...to);
    },
  };
}
