import { randomUUID } from "node:crypto";
import { z } from "zod";
import { DomainError, type ErrorCode } from "#contract/errors.ts";
import { type InviteeErrorCode, inviteeErrors } from "#contract/invitee-errors.ts";
import type { Language } from "#contract/languages.ts";
import { limits } from "#contract/limits.ts";
import { formFields, type ReflectionsForm } from "#contract/pages.ts";
import { isStorableText } from "#contract/values/plain-text.ts";
import type { FoundInvite } from "#server/access/open-invite.ts";
import { readLanguage } from "#server/http/pages/page-language.ts";
import type { Submission } from "./submit-feedback.ts";

/** Large enough for answers that are too long, so that they are refused with their own message. */
export const formBytes = 4 * limits.requestBytes;

const submissionKey = z.uuid();

const actions = ["decline", "reopen", "read", "change", "withdraw"] as const;

/** The action that the form of the feedback page requests, and everything that was typed into it. */
interface PostedForm {
  action: "submit" | (typeof actions)[number];
  invite_token: string;
  language: Language | undefined;
  /** The code of a receipt, if the form has one. */
  code: string;
  reflections: ReflectionsForm;
}

/**
 * Reads the form as a browser posts it without JavaScript. Never throws: missing fields are empty, and unknown ones are
 * ignored.
 */
export function readReflectionsForm(body: Buffer): PostedForm {
  const fields = new URLSearchParams(body.toString("utf8"));
  const action = fields.get(formFields.action);
  const key = submissionKey.safeParse(fields.get(formFields.submission_key));
  const inviteToken = fields.get(formFields.invite_token) ?? "";
  const answers: ReflectionsForm["answers"] = {};
  for (const [name, value] of fields) {
    const [, id] = formFields.answerPattern.exec(name) ?? [];
    if (id !== undefined) answers[id] = value;
  }
  return {
    action: actions.find((known) => known === action) ?? "submit",
    invite_token: inviteToken,
    language: readLanguage(fields.get(formFields.language)),
    code: (fields.get(formFields.code) ?? "").slice(0, limits.receiptCodeCharacters),
    reflections: {
      invite_token: inviteToken,
      submission_key: key.success ? key.data : randomUUID(),
      answers,
      encouragement: fields.get(formFields.encouragement) ?? "",
      use_in_insights: !fields.has(formFields.leave_out),
      consented_processor: fields.get(formFields.consented_processor) || null,
    },
  };
}

/**
 * The submission of a posted form. An empty field for a question that was deleted since is not an answer.
 * @throws DomainError text_unstorable, with its place in `path`
 */
export function toSubmission(form: ReflectionsForm, found: FoundInvite): Submission {
  const known =
    found.state === "open" ? found.invite.circle.questions.map(({ id }) => String(id)) : [];
  const answers = Object.fromEntries(
    Object.entries(form.answers).filter(
      ([id, answer]) => known.includes(id) || String(answer).trim() !== "",
    ),
  );
  for (const [id, answer] of Object.entries(answers)) refuseUnstorable(answer, ["answers", id]);
  refuseUnstorable(form.encouragement, ["encouragement"]);
  return {
    submission_key: form.submission_key,
    answers,
    encouragement: form.encouragement,
    use_in_insights: form.use_in_insights,
    consented_processor: form.consented_processor,
  };
}

function refuseUnstorable(text: string | number, path: string[]): void {
  if (isStorableText(String(text)) && String(text).length <= limits.requestBytes) return;
  throw new DomainError("text_unstorable", { path });
}

/** The question, or the note, that a rule about answers names; undefined for the whole form. */
export function findPlace(
  path: readonly (string | number)[] = [],
): number | "encouragement" | undefined {
  const [field, id] = path;
  return field === "encouragement" ? field : id === undefined ? undefined : Number(id);
}

export function isInviteeError(code: ErrorCode): code is InviteeErrorCode {
  return code in inviteeErrors;
}
