import { z } from "zod";

const keptDraftSchema = z.object({
  /** What was saved when the text was typed. */
  before: z.record(z.string(), z.string()),
  values: z.record(z.string(), z.string()),
});

/** What could not be saved yet, kept in this browser. */
export type KeptDraft = z.output<typeof keptDraftSchema>;

export function findKeptDraft(userId: string, circleId: string): KeptDraft | undefined {
  try {
    const kept = localStorage.getItem(keyOf(userId, circleId));
    return kept === null ? undefined : keptDraftSchema.safeParse(JSON.parse(kept)).data;
  } catch {
    return undefined;
  }
}

/** Keeps it, or forgets it when there is nothing left to keep. */
export function keepDraft(userId: string, circleId: string, kept: KeptDraft | undefined): void {
  try {
    if (kept === undefined) localStorage.removeItem(keyOf(userId, circleId));
    else localStorage.setItem(keyOf(userId, circleId), JSON.stringify(kept));
  } catch {
    // A full or forbidden storage costs the survival of a lost connection, not the screen.
  }
}

function keyOf(userId: string, circleId: string): string {
  return `paraline.decision.${userId}.${circleId}`;
}
