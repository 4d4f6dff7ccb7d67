import { type WizardDraft, wizardDraftSchema } from "./wizard-draft.ts";

/** The unfinished wizard of this account in this browser, if there is one that can still be read. */
export function findDraft(userId: string): WizardDraft | undefined {
  try {
    const kept = localStorage.getItem(draftKey(userId));
    return kept === null ? undefined : wizardDraftSchema.safeParse(JSON.parse(kept)).data;
  } catch {
    return undefined;
  }
}

export function keepDraft(userId: string, draft: WizardDraft): void {
  try {
    localStorage.setItem(draftKey(userId), JSON.stringify(draft));
  } catch {
    // A full or forbidden storage costs the survival of a reload, not the wizard.
  }
}

export function forgetDraft(userId: string): void {
  try {
    localStorage.removeItem(draftKey(userId));
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

function draftKey(userId: string): string {
  return `paraline.draft.${userId}`;
}
