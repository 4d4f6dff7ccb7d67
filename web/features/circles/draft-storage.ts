import type { z } from "zod";

/**
 * What is being written and has not been sent, kept in this browser: a creation by the account; by the account and its
 * paraline a change, or the people who are to be added.
 */
export type DraftPlace = { user_id: string; circle_id?: string; part?: "people" };

/** The unfinished draft of this place, if there is one that can still be read. */
export function findDraft<S extends z.ZodType>(
  place: DraftPlace,
  schema: S,
): z.output<S> | undefined {
  try {
    const kept = localStorage.getItem(draftKey(place));
    return kept === null ? undefined : schema.safeParse(JSON.parse(kept)).data;
  } catch {
    return undefined;
  }
}

export function keepDraft(place: DraftPlace, draft: unknown): void {
  try {
    localStorage.setItem(draftKey(place), JSON.stringify(draft));
  } catch {
    // A full or forbidden storage costs the survival of a reload, not the wizard.
  }
}

export function forgetDraft(place: DraftPlace): void {
  try {
    localStorage.removeItem(draftKey(place));
  } catch {
    // Where nothing can be stored, nothing is left behind.
  }
}

/** Forgets everything that an account has not sent. */
export function forgetDraftsOf(user_id: string): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith("paraline.") && key.includes(user_id)) localStorage.removeItem(key);
    }
  } catch {
    // Where nothing can be stored, nothing is left behind.
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

function draftKey({ user_id, circle_id, part }: DraftPlace): string {
  return circle_id === undefined
    ? `paraline.draft.${user_id}`
    : `paraline.${part ?? "edit"}.${user_id}.${circle_id}`;
}
