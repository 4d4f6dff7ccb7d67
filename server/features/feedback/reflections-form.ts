import { randomUUID } from "node:crypto";
import { z } from "zod";
import { DomainError } from "#contract/errors.ts";
import type { Language } from "#contract/languages.ts";
import { limits } from "#contract/limits.ts";
import { formFields, type ReflectionsForm } from "#contract/pages.ts";
import { isStorableText } from "#contract/values/plain-text.ts";
import type { FoundInvite } from "#server/access/open-invite.ts";
import { readLanguage } from "#server/http/pages/page-language.ts";
import type { Submission } from "./submit-feedback.ts";

const submissionKey = z.uuid();

/** The action that the form of the feedback page requests, and everything that was typed into it. */
interface PostedForm {
  action: "submit" | "decline" | "reopen";
  invite_token: string;
  language: Language | undefined;
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
    action: action === "decline" || action === "reopen" ? action : "submit",
    invite_token: inviteToken,
    language: readLanguage(fields.get(formFields.language)),
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
