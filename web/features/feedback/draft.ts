import { draftOwner } from "#contract/invites/draft-owner.ts";
import { readJson, storeText } from "#web/client/browser-storage.ts";
import type { FormFields } from "./form-fields.ts";

/** What was typed, by the form's field names, and the key of a submission that was started with exactly that. */
export interface Draft {
  fields: FormFields;
  submission_key?: string | undefined;
}

/** Drafts are kept in the browser's storage, one for each link. */
export function readDraft(inviteToken: string): Draft | undefined {
  const draft = readJson("localStorage", draftKey(inviteToken));
  return isDraft(draft) ? draft : undefined;
}

export function saveDraft(inviteToken: string, draft: Draft): void {
  storeText("localStorage", draftKey(inviteToken), JSON.stringify(draft));
}

export function deleteDraft(inviteToken: string): void {
  storeText("localStorage", draftKey(inviteToken));
}

/**
 * Identifies the draft of a link without storing the link itself, so that a person who reads the storage later can't
 * answer in someone else's name. A hash of 32 bits (FNV-1a) does not reveal a 128-bit token. People who join a paraline
 * through its open link in this browser share a draft, because their token is lost with the tab.
 */
export function draftKey(inviteToken: string): string {
  let hash = 0x811c9dc5;
  for (const character of draftOwner(inviteToken)) {
    hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
  }
  return `paraline.draft.${(hash >>> 0).toString(36)}`;
}

function isDraft(value: unknown): value is Draft {
  return (
    typeof value === "object" &&
    value !== null &&
    "fields" in value &&
    typeof value.fields === "object" &&
    value.fields !== null &&
    Object.values(value.fields).every((text) => typeof text === "string")
  );
}
