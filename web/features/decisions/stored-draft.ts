import { z } from "zod";
import { readJson, storeText } from "#web/client/browser-storage.ts";

const storedDraftSchema = z.object({
  before: z.record(z.string(), z.string()),
  values: z.record(z.string(), z.string()),
});

export type StoredDraft = z.output<typeof storedDraftSchema>;

export function findStoredDraft(userId: string, circleId: string): StoredDraft | undefined {
  return storedDraftSchema.safeParse(readJson("localStorage", createStorageKey(userId, circleId)))
    .data;
}

export function saveStoredDraft(
  userId: string,
  circleId: string,
  kept: StoredDraft | undefined,
): void {
  storeText("localStorage", createStorageKey(userId, circleId), kept && JSON.stringify(kept));
}

function createStorageKey(userId: string, circleId: string): string {
  return `paraline.decision.${userId}.${circleId}`;
}
