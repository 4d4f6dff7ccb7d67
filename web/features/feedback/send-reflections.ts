import type { Question } from "#contract/circles/questions.ts";
import { validateReflections } from "#contract/feedback/answers.ts";
import type { Receipt } from "#contract/feedback/feedback.ts";
import { type InviteeErrorCode, inviteeErrors, inviteeMessage } from "#contract/invitee-errors.ts";
import { formFields, type RefusedForm } from "#contract/pages.ts";
import type { Answer } from "#contract/question-types/answer.ts";
import { ApiError } from "#web/client/api.ts";
import { postReflections } from "./api.ts";
import { deleteDraft, saveDraft } from "./draft.ts";
import type { FormFields } from "./form-fields.ts";

/** The validation error, and where it is. */
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

/**
 * Validates and sends what was typed. The draft stays until it is stored, with the key with which it is sent: if it is
 * sent again unchanged, it is recognized as the same submission.
 */
export async function sendReflections(
  inviteToken: string,
  questions: readonly Question[],
  fields: FormFields,
  consentedProcessor: string | null,
  submissionKey: string,
): Promise<SendOutcome> {
  const { use_in_insights, show_if_few, ...typed } = toReflections(fields, questions);
  const validated = validateReflections(questions, typed);
  if ("error" in validated) {
    const about =
      validated.error === "encouragement_too_long" ? "encouragement" : validated.question_id;
    return { kind: "invalid", error: { message: inviteeMessage(validated.error), about } };
  }
  saveDraft(inviteToken, { fields, submission_key: submissionKey });
  try {
    const receipt = await postReflections(inviteToken, {
      submission_key: submissionKey,
      answers: validated.answers,
      encouragement: validated.encouragement ?? null,
      use_in_insights,
      insights_by: consentedProcessor,
      show_if_few,
    });
    deleteDraft(inviteToken);
    return { kind: "stored", receipt };
  } catch (error) {
    if (!(error instanceof ApiError) || !isInviteeError(error.code)) {
      return { kind: "failed" };
    }
    const { code, message, path: [field, id] = [] } = error;
    // Someone who came through the open link and can't answer through it now keeps their text on the page.
    if (error.status === 422 || code.startsWith("link_")) {
      const about = field === "encouragement" ? field : id === undefined ? undefined : Number(id);
      return { kind: "invalid", error: { message, about } };
    }
    // After any other refusal the text is not stored anywhere else, so the card shows or keeps it.
    if (code === "invite_completed") deleteDraft(inviteToken);
    return { kind: "link_refused", code };
  }
}

function isInviteeError(code: string): code is InviteeErrorCode {
  return code in inviteeErrors;
}

/** The data to validate and send. */
function toReflections(fields: FormFields, questions: readonly Question[]) {
  const answers: Record<string, Answer> = {};
  for (const { id } of questions) answers[id] = fields[formFields.answer(id)] ?? "";
  return {
    answers,
    encouragement: fields[formFields.encouragement] ?? "",
    use_in_insights: !(formFields.leave_out in fields),
    show_if_few: fields[formFields.show_if_few] === "yes",
  };
}
