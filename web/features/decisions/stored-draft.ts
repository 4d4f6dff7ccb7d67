import { z } from "zod";

const storedDraftSchema = z.object({
  /** The version that was saved when the text was typed. */
  before: z.record(z.string(), z.string()),
  values: z.record(z.string(), z.string()),
});

/** Unsaved text kept in this browser. */
export type StoredDraft = z.output<typeof storedDraftSchema>;

export function findStoredDraft(userId: string, circleId: string): StoredDraft | undefined {
  try {
    const kept = localStorage.getItem(keyOf(userId, circleId));
    return kept === null ? undefined : storedDraftSchema.safeParse(JSON.parse(kept)).data;
  } catch {
    return undefined;
  }
}

/** Stores it, or removes it when there is nothing left to keep. */
export function saveStoredDraft(
  userId: string,
  circleId: string,
  kept: StoredDraft | undefined,
): void {
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
