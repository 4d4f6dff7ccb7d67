import type { z } from "zod";

/**
 * Unsent drafts kept in this browser: a creation is stored per account; an edit, or the people to be added, per account
 * and circle.
 */
export type DraftLocation = { user_id: string; circle_id?: string; part?: "people" };

/** The unfinished draft for this key, if there is one that is still readable. */
export function findDraft<S extends z.ZodType>(
  place: DraftLocation,
  schema: S,
): z.output<S> | undefined {
  try {
    const kept = localStorage.getItem(draftKey(place));
    return kept === null ? undefined : schema.safeParse(JSON.parse(kept)).data;
  } catch {
    return undefined;
  }
}

export function saveDraft(place: DraftLocation, draft: unknown): void {
  try {
    localStorage.setItem(draftKey(place), JSON.stringify(draft));
  } catch {
    // Full or forbidden storage means that the draft does not survive a reload; the wizard still works.
  }
}

export function deleteDraft(place: DraftLocation): void {
  try {
    localStorage.removeItem(draftKey(place));
  } catch {
    // Where nothing can be stored, there is nothing to remove.
  }
}

/** Removes everything that an account has not sent. */
export function deleteDraftsOf(userId: string): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith("paraline.") && key.includes(userId)) localStorage.removeItem(key);
    }
  } catch {
    // Where nothing can be stored, there is nothing to remove.
  }
}

/** A version 4 UUID; `crypto.randomUUID` is missing on plain http beyond localhost. */
export function newCreateKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte, index) => {
    const value = index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte;
    return value.toString(16).padStart(2, "0");
  }).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

function draftKey({ user_id, circle_id, part }: DraftLocation): string {
  return circle_id === undefined
    ? `paraline.draft.${user_id}`
    : `paraline.${part ?? "edit"}.${user_id}.${circle_id}`;
}
