import { formFields } from "#contract/pages.ts";
import { storeText } from "#web/client/browser-storage.ts";
import { createUuid } from "#web/client/uuid.ts";
import { type Draft, draftKey, readDraft, saveDraft, unstored } from "./draft.ts";
import { type FormFields, isSame } from "./form-fields.ts";

/** Returns the key of the submission: the same as before if nothing was changed since, because it may have arrived. */
export function saveSent(inviteToken: string, fields: FormFields): string {
  const draft = readDraft(inviteToken);
  const submissionKey = draft?.submission_key ?? createUuid();
  saveDraft(inviteToken, {
    ...draft,
    fields: { ...draft?.fields, ...fields },
    submission_key: submissionKey,
  });
  return submissionKey;
}

/** A draft that was refused is not stored. */
export function forgetKey(inviteToken: string, submissionKey: string): void {
  const draft = readDraft(inviteToken);
  if (draft?.submission_key !== submissionKey) return;
  saveDraft(inviteToken, { ...draft, submission_key: undefined });
}

export function deleteDraft(inviteToken: string): void {
  unstored.delete(draftKey(inviteToken));
  storeText("localStorage", draftKey(inviteToken));
}

export function deleteStoredDraft(inviteToken: string, stored: FormFields): void {
  if (isSame(readDraft(inviteToken)?.fields ?? {}, stored)) deleteDraft(inviteToken);
}

/** Marks the draft of a form that is posted natively. The page that follows deletes it; see early-draft.ts. */
export function markPosted(inviteToken: string): void {
  storeText("sessionStorage", "posted", draftKey(inviteToken));
}

export function listWritten({ fields }: Draft): string[] {
  const isWritten = (name: string) =>
    name === formFields.encouragement || formFields.answerPattern.test(name);
  return Object.entries(fields)
    .filter(([name, text]) => text !== "" && isWritten(name))
    .sort(([a], [b]) => a.localeCompare(b, "en", { numeric: true }))
    .map(([, text]) => text);
}
