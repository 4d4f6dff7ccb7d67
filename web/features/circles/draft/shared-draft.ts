import { z } from "zod";
import {
  type DraftLocation,
  deleteDraft,
  findDraft,
  readDraftText,
  saveDraft,
} from "./draft-storage.ts";
import { isSame, mergeChanges } from "./merge-changes.ts";
import { lastStep } from "./wizard-draft.ts";

export interface KeptDraft<D> {
  draft: D;
  step: number;
}

export const keptDraftSchema = <D extends z.ZodType>(draft: D) =>
  z.object({ step: z.int().min(1).max(lastStep), draft });

/** It remembers what was stored when it last looked, so that it stores only what this tab has changed since. */
export function shareDraft<D>(
  place: DraftLocation,
  schema: z.ZodType<KeptDraft<D>>,
  opened: KeptDraft<D>,
) {
  let text = readDraftText(place);
  let base = findDraft(place, schema)?.draft ?? opened.draft;
  let storedStep = opened.step;

  return {
    isDeleted: () => text !== null && readDraftText(place) === null,
    merge(mine: D): D {
      const found = readDraftText(place);
      if (found === text || found === null) return mine;
      text = found;
      const before = base;
      base = findDraft(place, schema)?.draft ?? before;
      return mergeChanges(before, base, mine);
    },
    store(draft: D, step: number): void {
      if (isSame(draft, base) && step === storedStep) return;
      saveDraft(place, { step, draft });
      const stored = readDraftText(place);
      // In a full storage the previous version remains.
      if (stored === text) return;
      text = stored;
      base = draft;
      storedStep = step;
    },
    discard(draft: D): void {
      deleteDraft(place);
      text = readDraftText(place);
      base = draft;
    },
  };
}
