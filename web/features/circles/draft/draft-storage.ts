import type { z } from "zod";
import { readJson, readText, storeText } from "#web/client/browser-storage.ts";

/** A creation is stored for each account; an edit, people to be added or a further question, for each of its circles. */
export type DraftLocation = { user_id: string; circle_id?: string; part?: "people" | "further" };

export function findDraft<S extends z.ZodType>(
  place: DraftLocation,
  schema: S,
): z.output<S> | undefined {
  return schema.safeParse(readJson("localStorage", draftKey(place))).data;
}

export function readDraftText(place: DraftLocation): string | null {
  return readText("localStorage", draftKey(place));
}

export function saveDraft(place: DraftLocation, draft: unknown): void {
  storeText("localStorage", draftKey(place), JSON.stringify(draft));
}

export function deleteDraft(place: DraftLocation): void {
  storeText("localStorage", draftKey(place));
}

export function deleteDrafts(userId: string): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith("paraline.") && key.includes(userId)) localStorage.removeItem(key);
    }
  } catch {
    // If nothing can be stored, there is nothing to remove.
  }
}

function draftKey({ user_id, circle_id, part }: DraftLocation): string {
  return circle_id === undefined
    ? `paraline.draft.${user_id}`
    : `paraline.${part ?? "edit"}.${user_id}.${circle_id}`;
}
