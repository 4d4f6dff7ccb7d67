import type { Question } from "#contract/circles/questions.ts";
import { validateReflections } from "#contract/feedback/answers.ts";
import type { Receipt } from "#contract/feedback/feedback.ts";
import type { InviteeErrorCode } from "#contract/invitee-errors.ts";
import { later } from "#contract/messages/en/later.ts";
import { page } from "#contract/messages/en/page.ts";
import { formFields, type RefusedForm } from "#contract/pages.ts";
import { ApiError } from "#web/client/api.ts";
import { canReachServer, postReflections } from "./api.ts";
import type { Draft } from "./draft.ts";
import { type FormFields, readFields, toAnswers } from "./form-fields.ts";
import { deleteStoredDraft, forgetKey, markPosted, saveSent } from "./sent-draft.ts";

export type FormError = Pick<RefusedForm, "message" | "about">;

/** The outcome of a submission. `failed`: it is unknown whether it was stored, so it may be sent again unchanged. */
type SendOutcome =
  | { kind: "stored"; receipt: Receipt }
  | { kind: "invalid"; error: FormError }
  | { kind: "link_refused"; code: InviteeErrorCode }
  | { kind: "failed" };

export type SendReflections = (
  ...submit: Parameters<typeof sendReflections>
) => Promise<SendOutcome>;

/** How many times in a row a form's call got no reply. */
const timesUnreachable = new WeakMap<HTMLFormElement, number>();

/**
 * The draft stays until it is stored, with its key, so that sending it again is the same submission. An ad blocker may
 * block the call but not the form, so after two failures the form is posted if the server can be reached.
 */
export async function sendReflections(
  form: HTMLFormElement,
  inviteToken: string,
  questions: readonly Question[],
  consentedProcessor: string | null,
): Promise<SendOutcome> {
  const fields = readFields(form);
  const typed = toReflections(fields);
  const validated = validateReflections(questions, typed);
  if ("error" in validated) {
    const about =
      validated.error === "encouragement_too_long" ? "encouragement" : validated.question_id;
    return { kind: "invalid", error: { message: later.errors[validated.error], about } };
  }
  const submissionKey = saveSent(inviteToken, fields);
  try {
    const receipt = await postReflections(inviteToken, {
      ...typed,
      submission_key: submissionKey,
      answers: validated.answers,
      language: page.language,
      consented_processor: consentedProcessor,
    });
    deleteStoredDraft(inviteToken, fields);
    return { kind: "stored", receipt };
  } catch (error) {
    if (!(error instanceof ApiError) || !isInviteeError(error.code)) {
      const isReached = error instanceof ApiError && error.code !== "unreachable";
      const times = isReached ? 0 : (timesUnreachable.get(form) ?? 0) + 1;
      timesUnreachable.set(form, times);
      if (times >= 2 && (await canReachServer())) postNatively(form, inviteToken, submissionKey);
      return { kind: "failed" };
    }
    const { code, path: [field, id] = [] } = error;
    // What may be sent in other words stays on the page.
    if (error.status === 422) {
      const about = field === "encouragement" ? field : id === undefined ? undefined : Number(id);
      return { kind: "invalid", error: { message: later.errors[code], about } };
    }
    forgetKey(inviteToken, submissionKey);
    return { kind: "link_refused", code };
  }
}

function postNatively(form: HTMLFormElement, inviteToken: string, submissionKey: string): void {
  const hidden = form.elements.namedItem(formFields.submission_key) as HTMLInputElement;
  hidden.value = submissionKey;
  markPosted(inviteToken);
  form.submit();
}

/** The reply to its submission was lost, so the same submission is sent once more. */
export async function settleDraft(inviteToken: string, draft: Draft): Promise<boolean | undefined> {
  if (draft.submission_key === undefined) return false;
  const { fields, submission_key } = draft;
  try {
    await postReflections(inviteToken, {
      ...toReflections(fields),
      submission_key,
      language: page.language,
      consented_processor: null,
    });
    deleteStoredDraft(inviteToken, fields);
    return true;
  } catch (error) {
    if (!(error instanceof ApiError) || !isInviteeError(error.code)) return undefined;
    forgetKey(inviteToken, submission_key);
    return false;
  }
}

function isInviteeError(code: string): code is InviteeErrorCode {
  return code in later.errors;
}

function toReflections(fields: FormFields) {
  return {
    answers: toAnswers(fields),
    encouragement: fields[formFields.encouragement] ?? "",
    use_in_insights: !fields[formFields.leave_out],
  };
}
