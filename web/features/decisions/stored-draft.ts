import { z } from "zod";
import { readJson, storeText } from "#web/client/browser-storage.ts";

const storedDraftSchema = z.object({
  /** The version that was saved when the text was typed. */
  before: z.record(z.string(), z.string()),
  values: z.record(z.string(), z.string()),
});

/** Unsaved text kept in this browser. */
export type StoredDraft = z.output<typeof storedDraftSchema>;

export function findStoredDraft(userId: string, circleId: string): StoredDraft | undefined {
  return storedDraftSchema.safeParse(readJson("localStorage", keyOf(userId, circleId))).data;
}

/** Stores the draft, or removes it when there is nothing left to keep. */
export function saveStoredDraft(
  userId: string,
  circleId: string,
  kept: StoredDraft | undefined,
): void {
  storeText("localStorage", keyOf(userId, circleId), kept && JSON.stringify(kept));
}

function keyOf(userId: string, circleId: string): string {
  return `paraline.decision.${userId}.${circleId}`;
}
