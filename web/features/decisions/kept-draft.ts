import { z } from "zod";

const keptDraftSchema = z.object({
  /** The version that was saved when the text was typed. */
  before: z.record(z.string(), z.string()),
  values: z.record(z.string(), z.string()),
});

/** Unsaved text kept in this browser. */
export type KeptDraft = z.output<typeof keptDraftSchema>;

export function findKeptDraft(userId: string, circleId: string): KeptDraft | undefined {
  try {
    const kept = localStorage.getItem(keyOf(userId, circleId));
    return kept === null ? undefined : keptDraftSchema.safeParse(JSON.parse(kept)).data;
  } catch {
    return undefined;
  }
}

/** Stores it, or removes it when there is nothing left to keep. */
export function keepDraft(userId: string, circleId: string, kept: KeptDraft | undefined): void {
  try {
    if (kept === undefined) localStorage.removeItem(keyOf(userId, circleId));
    else localStorage.setItem(keyOf(userId, circleId), JSON.stringify(kept));
  } catch {
    // Full or forbidden storage means that the text does not survive a lost connection; the screen still works.
  }
}

function keyOf(userId: string, circleId: string): string {
  return `paraline.decision.${userId}.${circleId}`;
}
