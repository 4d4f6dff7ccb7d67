import { z } from "zod";
import type { createCircle } from "#contract/circles/circles.ts";
import {
  findStanceQuestion,
  pickRole,
  type QuestionDraft,
  type QuestionEdit,
  type QuestionTemplate,
  questionRoles,
} from "#contract/circles/questions.ts";
import type { EndpointInput } from "#contract/endpoint.ts";
import { languageSchema } from "#contract/language-schema.ts";
import type { Language } from "#contract/languages.ts";
import { limits } from "#contract/limits.ts";
import {
  listTypeTexts,
  pickOwnerOnlyTypeFields,
  pickTypeFields,
  withTypeDefaults,
} from "#contract/question-types/rules.ts";
import {
  type OwnerOnlyTypeFields,
  questionTypes,
  typeFields,
} from "#contract/question-types/schemas.ts";
import { toLine } from "#contract/values/plain-text.ts";
import { createUuid } from "#web/client/uuid.ts";
import { listLoadedTemplates, templatesIn } from "./templates.ts";

export const lastStep = 4;

/** A question that is being written. It keeps its `key` through moves and edits, and a stored one also keeps its id. */
export const writtenQuestionSchema = z.object({
  key: z.string(),
  id: z.int().positive().optional(),
  label: z.string(),
  type: z.enum(questionTypes),
  subtitle: z.string().optional(),
  ...typeFields,
  role: z.enum(questionRoles).optional(),
});
export type WrittenQuestion = z.output<typeof writtenQuestionSchema>;

export type QuestionFields = { [Field in keyof QuestionDraft]?: QuestionDraft[Field] | undefined };
/** The fields of a question that only the owner sees. */
export type OwnerOnlyFields = Pick<QuestionFields, "role"> & OwnerOnlyTypeFields;

/** Text has no limits here: what is too long to send is kept and shown as typed, with its error. */
export const writtenCircleSchema = z.object({
  title: z.string(),
  description: z.string(),
  what_they_ask: z.string(),
  language: languageSchema.default("en"),
  cover_image_url: z.string().nullable(),
  /** Empty if the questions are not from a template. */
  template_id: z.string(),
  questions: z.array(writtenQuestionSchema),
  deadline: z.string(),
});
export type WrittenCircle = z.output<typeof writtenCircleSchema>;

const personEntrySchema = z.object({
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
});
type PersonEntry = z.output<typeof personEntrySchema>;

/** Everything typed into the wizard: enough to continue after a reload. */
export const wizardDraftSchema = writtenCircleSchema.extend({
  /** Generated once, so that a repeated "Create Paraline" is the same creation. */
  create_key: z.uuid(),
  is_anonymous: z.boolean(),
  people: z.array(personEntrySchema),
  entry: personEntrySchema,
  pasted: z.string().optional(),
  owner_name: z.string(),
});
export type WizardDraft = z.output<typeof wizardDraftSchema>;

const emptyEntry: PersonEntry = { first_name: "", last_name: "", email: "" };

export function emptyDraft(createKey: string, language: Language = "en"): WizardDraft {
  const [first] = templatesIn(language);
  return {
    create_key: createKey,
    title: "",
    description: "",
    what_they_ask: "",
    language,
    cover_image_url: null,
    template_id: first?.id ?? "",
    questions: toWrittenQuestions(first?.questions ?? [], first?.id),
    is_anonymous: false,
    people: [],
    entry: emptyEntry,
    deadline: "",
    owner_name: "",
  };
}

export function hasContent(draft: WizardDraft): boolean {
  const { title, description, what_they_ask, deadline, pasted = "" } = draft;
  const texts = [title, description, what_they_ask, deadline, pasted];
  return (
    texts.some((text) => text.trim() !== "") ||
    draft.cover_image_url !== null ||
    draft.people.length > 0 ||
    Object.values(draft.entry).some((text) => text.trim() !== "") ||
    areQuestionsEdited(draft)
  );
}

/** Whether the questions differ from their template's, in any language, so that replacing them would lose something. */
export function areQuestionsEdited(
  draft: Pick<WrittenCircle, "template_id" | "questions">,
): boolean {
  const asText = (questions: readonly QuestionDraft[]) =>
    JSON.stringify(questions.filter(({ label }) => label.trim() !== "").map(comparable));
  const written = asText(draft.questions);
  const templates = listLoadedTemplates().filter(({ id }) => id === draft.template_id);
  if (templates.length === 0) return written !== asText([]);
  return templates.every(({ questions }) => asText(questions) !== written);
}

export type QuestionAction =
  | { type: "choose_template"; template_id: string }
  /** Puts questions that are still a template's into the draft's language, once its templates are loaded. */
  | { type: "translate_questions" }
  | { type: "change_question"; key: string; fields: QuestionFields }
  | { type: "move_question"; key: string; by: 1 | -1 }
  | { type: "delete_question"; key: string }
  | { type: "add_question"; key: string }
  | { type: "add_stance"; key: string };

/** A key for an added question, different from those that other tabs give at the same time. */
export const createQuestionKey = (): string => `question-${createUuid()}`;

export type DraftFields<D extends WrittenCircle> =
  | Partial<Omit<WrittenCircle, "questions">>
  | Partial<Omit<D, "create_key" | "base" | "questions">>;

export type WizardAction<D extends WrittenCircle = WizardDraft> =
  | { type: "change"; fields: DraftFields<D> }
  | { type: "replace"; draft: D }
  | QuestionAction;

/** Every change that the wizard makes to its draft. Keeps within the number of questions. */
export function reduceDraft<D extends WrittenCircle>(draft: D, action: WizardAction<D>): D {
  switch (action.type) {
    case "change":
      return { ...draft, ...action.fields };
    case "choose_template":
      return withTemplate(draft, action.template_id);
    case "translate_questions":
      return areQuestionsEdited(draft) ? draft : withTemplate(draft, draft.template_id);
    case "change_question":
      return {
        ...draft,
        questions: keepOneStance(
          draft.questions.map((question) =>
            question.key === action.key
              ? changeQuestion(draft.language, question, action.fields)
              : question,
          ),
          action.key,
        ),
      };
    case "move_question":
      return { ...draft, questions: moved(draft.questions, action.key, action.by) };
    case "delete_question": {
      if (draft.questions.length <= limits.questionsMin) return draft;
      return { ...draft, questions: draft.questions.filter(({ key }) => key !== action.key) };
    }
    case "add_question": {
      if (draft.questions.length >= limits.questionsMax) return draft;
      const added: WrittenQuestion = { key: action.key, label: "", type: "textarea" };
      return { ...draft, questions: [...draft.questions, added] };
    }
    case "add_stance": {
      const isAsked = hasStance(draft.questions);
      if (isAsked || draft.questions.length >= limits.questionsMax) return draft;
      const added: WrittenQuestion = { ...offeredStance(draft), key: action.key };
      return { ...draft, questions: [...draft.questions, added] };
    }
    case "replace":
      return action.draft;
  }
}

export function changeQuestion(
  language: Language,
  question: WrittenQuestion,
  fields: QuestionFields,
): WrittenQuestion {
  return { ...captionsFor(language, fields), ...question, ...fields };
}

/** What a question that becomes a rating starts with: captions in the language, where those of its type are English. */
function captionsFor(language: Language, { type }: QuestionFields) {
  const stance = language === "en" ? undefined : templatesIn(language)[0]?.stance;
  return stance === undefined || stance.type !== type ? {} : pickTypeFields(stance);
}

/** The draft with the questions of a template in its language. */
function withTemplate<D extends WrittenCircle>(draft: D, templateId: string): D {
  const template = templatesIn(draft.language).find(({ id }) => id === templateId);
  if (template === undefined) return draft;
  const questions = toWrittenQuestions(template.questions, template.id);
  return { ...draft, template_id: template.id, questions };
}

export function hasStance(questions: readonly QuestionDraft[]): boolean {
  return questions.some((question) => pickRole(question) === "stance");
}

/** The stance question of the questions' template. Edited questions belong to the template they share most with. */
export function offeredStance({
  language,
  template_id,
  questions,
}: Pick<WrittenCircle, "language" | "template_id" | "questions">): QuestionDraft {
  const templates = templatesIn(language);
  if (template_id !== "") return findStanceQuestion(template_id, templates);
  const labels = new Set(questions.map(({ label }) => label));
  const shared = (template: QuestionTemplate) =>
    template.questions.filter(({ label }) => label !== "" && labels.has(label)).length;
  const [nearest] = templates.toSorted((a, b) => shared(b) - shared(a));
  const isShared = nearest !== undefined && shared(nearest) > 0;
  return findStanceQuestion(isShared ? nearest.id : "", templates);
}

/** Whether it is an unchanged stance question of a template, whose words already say which number is good. */
export function isOfferedStance(question: QuestionDraft): boolean {
  const written = JSON.stringify(comparable(question));
  return listLoadedTemplates().some(({ stance }) => JSON.stringify(comparable(stance)) === written);
}

/** At most one question is the stance: the one that was changed last. */
function keepOneStance(questions: WrittenQuestion[], changedKey: string): WrittenQuestion[] {
  const changed = questions.find(({ key }) => key === changedKey);
  if (changed === undefined || pickRole(changed) !== "stance") return questions;
  return questions.map((question) =>
    question.key !== changedKey && question.role === "stance"
      ? { ...question, role: undefined }
      : question,
  );
}

/** The body of the one call that creates everything. Includes the name only if the profile has none. */
export function toCreateInput(
  draft: WizardDraft,
  hasName: boolean,
): EndpointInput<typeof createCircle>["body"] {
  const ownerName = draft.owner_name.trim();
  return {
    create_key: draft.create_key,
    title: draft.title,
    description: draft.description,
    what_they_ask: draft.what_they_ask,
    language: draft.language,
    is_anonymous: draft.is_anonymous,
    deadline: draft.deadline === "" ? null : draft.deadline,
    cover_image_url: draft.cover_image_url,
    questions: draft.questions.map(sentQuestion),
    invites: draft.people.map(({ first_name, last_name, email }) => ({
      first_name,
      last_name: last_name === "" ? null : last_name,
      email,
    })),
    ...(hasName || ownerName === "" ? {} : { owner_name: ownerName }),
  };
}

/** The question as it is sent, including what the editor only showed as the default of its type. */
export function sentQuestion(question: QuestionDraft): QuestionDraft {
  return withTypeDefaults(createQuestion(question));
}

/** The question without the editor's own fields, as it would be stored. */
function createQuestion(question: QuestionDraft): QuestionDraft {
  const { label, type, subtitle } = question;
  const role = pickRole(question);
  return {
    label: toLine(label),
    type,
    ...(subtitle === undefined || toLine(subtitle) === "" ? {} : { subtitle: toLine(subtitle) }),
    ...pickTypeFields(question),
    ...(role !== undefined && { role }),
  };
}

/** What must be equal for two questions to be the same to their owner. */
export function comparable(question: QuestionDraft): unknown[] {
  const { label, type, subtitle, role } = createQuestion(question);
  const texts = listTypeTexts(question);
  return [label, type, subtitle, role, pickOwnerOnlyTypeFields(question), ...texts];
}

/** The keys are the same in every tab. `set` distinguishes those of questions that are not stored. */
export function toWrittenQuestions(
  questions: readonly QuestionEdit[],
  set = "stored",
): WrittenQuestion[] {
  return questions.map((question, index) => ({
    ...question,
    key: `question-${set}-${question.id ?? index + 1}`,
  }));
}

function moved(questions: WrittenQuestion[], key: string, by: 1 | -1): WrittenQuestion[] {
  const from = questions.findIndex((question) => question.key === key);
  const to = from + by;
  const question = questions[from];
  const other = questions[to];
  if (question === undefined || other === undefined) return questions;
  return questions.with(from, other).with(to, question);
}
