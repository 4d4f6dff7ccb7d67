import type { QuestionDraft } from "#contract/circles/questions.ts";
import { errorMessage } from "#contract/errors.ts";
import { limits } from "#contract/limits.ts";
import {
  listTypeTexts,
  typeTextCharacters,
  validateTypeFields,
} from "#contract/question-types/rules.ts";
import { tooLong } from "#web/ui/fields/too-long.ts";
import { joinInSentence } from "./join-in-sentence.ts";
import type { WizardDraft, WrittenCircle } from "./wizard-draft.ts";

/** Empty questions are not such a reason: clicking Continue reports them and leads to the first one. */
export function incompleteReason(draft: WizardDraft, step: number): string | undefined {
  return step === 3 ? peopleIncompleteReason(draft) : editIncompleteReason(draft, step);
}

export function editIncompleteReason(draft: WrittenCircle, step: number): string | undefined {
  switch (step) {
    case 1:
      return exploringIncompleteReason(draft);
    case 2:
      return questionsIncompleteReason(draft);
    default:
      return undefined;
  }
}

function exploringIncompleteReason(draft: WrittenCircle): string | undefined {
  const missing = [
    draft.title.trim() === "" ? "a title" : "",
    draft.description.trim() === "" ? "what you are exploring" : "",
    draft.what_they_ask.trim() === "" ? "what you are asking" : "",
  ].filter((part) => part !== "");
  if (missing.length > 0) return `To continue, add ${joinInSentence(missing)}.`;
  const isTooLong =
    tooLong(draft.title, limits.titleCharacters) ??
    tooLong(draft.description, limits.descriptionCharacters) ??
    tooLong(draft.what_they_ask, limits.askCharacters);
  return isTooLong === undefined ? undefined : "One of the texts is too long.";
}

function questionsIncompleteReason(draft: WrittenCircle): string | undefined {
  if (draft.questions.some(isTooLongQuestion)) return "One of the questions is too long.";
  for (const [index, question] of draft.questions.entries()) {
    const code = validateTypeFields(question);
    if (code !== undefined) return `Question ${index + 1}: ${errorMessage(code)}`;
  }
  return undefined;
}

export function isTooLongQuestion(question: QuestionDraft): boolean {
  return (
    tooLong(question.label, limits.questionLabelCharacters) !== undefined ||
    listTypeTexts(question).some(
      (text) => tooLong(text, typeTextCharacters(question.type)) !== undefined,
    )
  );
}

function peopleIncompleteReason(draft: WizardDraft): string | undefined {
  if (draft.is_anonymous && draft.people.length < limits.anonymousPeopleMin) {
    return `An anonymous paraline needs at least ${limits.anonymousPeopleMin} people.`;
  }
  if (draft.people.length === 0) return errorMessage("invites_none");
  if (draft.entry.email.trim() !== "") {
    return `Add ${draft.entry.email.trim()} first, or clear the fields.`;
  }
  if (draft.pasted !== undefined && draft.pasted.trim() !== "") {
    return "Add the people you pasted first, or leave them out.";
  }
  return undefined;
}
