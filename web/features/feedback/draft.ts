import { draftOwner } from "#contract/invites/draft-owner.ts";
import { readJson, storeText } from "#web/client/browser-storage.ts";
import type { FormFields } from "./form-fields.ts";

export interface Draft {
  /** What was typed, by the form's field names. */
  fields: FormFields;
  /** The key with which exactly this was sent, as long as it is not known whether it arrived. */
  submission_key?: string | undefined;
  /** The number of the question that was shown last. */
  question?: number | undefined;
}

/** Drafts that the browser does not store: they last as long as the page. */
export const unstored = new Map<string, string>();

/** Drafts are kept in the browser's storage, one for each link, which all of its tabs share. */
export function readDraft(inviteToken: string): Draft | undefined {
  const key = draftKey(inviteToken);
  const text = unstored.get(key);
  const draft = text === undefined ? readJson("localStorage", key) : JSON.parse(text);
  return isDraft(draft) ? draft : undefined;
}

export function saveDraft(inviteToken: string, draft: Draft): void {
  const key = draftKey(inviteToken);
  const text = JSON.stringify(draft);
  if (storeText("localStorage", key, text)) unstored.delete(key);
  else unstored.set(key, text);
}

/** Keeps one field that was changed. The others may have been changed in another tab since. */
export function saveField(inviteToken: string, name: string, fields: FormFields): void {
  const draft = readDraft(inviteToken);
  saveDraft(inviteToken, {
    ...draft,
    fields: { ...(draft?.fields ?? fields), [name]: fields[name] ?? "" },
    submission_key: undefined,
  });
}

/** Keeps where the person is. */
export function savePlace(inviteToken: string, question: number): void {
  saveDraft(inviteToken, { fields: {}, ...readDraft(inviteToken), question });
}

/**
 * Does not store the link itself: a hash of 32 bits (FNV-1a) does not reveal a 128-bit token. People who join through
 * an open link in this browser share a draft, because their token is lost with the tab.
 */
export function draftKey(inviteToken: string): string {
  let hash = 0x811c9dc5;
  for (const character of draftOwner(inviteToken)) {
    hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
  }
  return `paraline.draft.${(hash >>> 0).toString(36)}`;
}

function isDraft(value: unknown): value is Draft {
  const { fields } = (value ?? {}) as { fields?: unknown };
  return (
    typeof fields === "object" &&
    fields !== null &&
    Object.values(fields).every((text) => typeof text === "string")
  );
}
