import { z } from "zod";
import { limits } from "../limits.ts";
import { templates as english, type TemplateTexts } from "../messages/en/templates.ts";
import type { RatingLabels } from "../question-types/rating-schemas.ts";
import { pickOwnerOnlyTypeFields } from "../question-types/rules.ts";
import { type QuestionType, questionTypes, typeFieldsDraft } from "../question-types/schemas.ts";
import { storableLine } from "../values/text.ts";

/**
 * What a question is for. `stance`: the one rating that the overall view is counted from. The others are for questions
 * that people answer in their own words. Source: docs/product.md, Questions.
 */
export const questionRoles = ["stance", "strengths", "worries", "advice", "other"] as const;
export type QuestionRole = (typeof questionRoles)[number];

const rolesByType: Record<QuestionType, readonly QuestionRole[]> = {
  textarea: ["strengths", "worries", "advice", "other"],
  rating: ["stance"],
  choice: [],
};

/** What questions of a type can be for. */
export function listRoles(type: QuestionType): readonly QuestionRole[] {
  return rolesByType[type];
}

/** The role of a question, as its owner or its template says. A role that its type cannot have does not count. */
export function pickRole({
  type,
  role,
}: {
  type: QuestionType;
  role?: QuestionRole | undefined;
}): QuestionRole | undefined {
  return role !== undefined && listRoles(type).includes(role) ? role : undefined;
}

/** A question as written; the server assigns its id. */
export const questionDraftSchema = z.object({
  label: storableLine(limits.questionLabelCharacters),
  type: z.enum(questionTypes),
  subtitle: storableLine(limits.questionSubtitleCharacters).optional(),
  ...typeFieldsDraft,
  /** If absent, it is guessed from the label. */
  role: z.enum(questionRoles).optional(),
});
export type QuestionDraft = z.output<typeof questionDraftSchema>;

/** A stored question. Its id never changes its meaning and is never reused in its circle. */
export const questionSchema = questionDraftSchema.extend({ id: z.int().positive() });
export type Question = z.output<typeof questionSchema>;

/** A question as the people who answer get it: without its role and direction, which could influence them. */
export const askedQuestionSchema = questionSchema.omit({ role: true, rating_direction: true });
export type AskedQuestion = z.output<typeof askedQuestionSchema>;

/** The question without the fields that only its owner sees. */
export function toAskedQuestion<Q extends Partial<Pick<Question, "role" | "rating_direction">>>(
  question: Q,
): Omit<Q, "role" | "rating_direction"> {
  const { role: _role, rating_direction: _direction, ...asked } = question;
  return asked;
}

/**
 * The question of an answer with the role and direction that the circle's questions have now: an owner may correct both
 * after people have answered. A question that was deleted since keeps what it had, except that the circle's stance
 * question replaces an older one.
 */
export function withCurrentReadings(question: Question, current: readonly Question[]): Question {
  const now = current.find(({ id }) => id === question.id);
  if (now === undefined) {
    const { role, ...rest } = question;
    const isReplaced = role === "stance" && current.some((other) => other.role === "stance");
    return isReplaced ? rest : question;
  }
  return withReadingsFrom(question, now);
}

/** The question with the role and direction of another version of it. */
export function withReadingsFrom<Q extends QuestionDraft>(question: Q, other: QuestionDraft) {
  const { role } = other;
  return {
    ...toAskedQuestion(question),
    ...(role !== undefined && { role }),
    ...pickOwnerOnlyTypeFields(other),
  };
}

/** A question in edit mode: one that stays has its id, a new one has none. */
export const questionEditSchema = questionDraftSchema.extend({
  id: z.int().positive().optional(),
});
export type QuestionEdit = z.output<typeof questionEditSchema>;

export interface QuestionTemplate {
  id: string;
  name: string;
  description: string;
  questions: readonly QuestionDraft[];
  /** The rating that is offered in addition, from which the overall view is counted. */
  stance: QuestionDraft;
}

type TextRole = Exclude<QuestionRole, "stance">;

const text = (role: TextRole, label: string, subtitle?: string): QuestionDraft => ({
  label,
  type: "textarea",
  ...(subtitle !== undefined && { subtitle }),
  role,
});

const blank: QuestionDraft = { label: "", type: "textarea" };

const rating = (label: string, captions: RatingLabels): QuestionDraft => ({
  label,
  type: "rating",
  rating_labels: captions,
});

const createCaptions = ([, low, middle, high]: TemplateTexts["fit"]) => ({ low, middle, high });

const stance = (texts: TemplateTexts["fit"]): QuestionDraft => ({
  ...rating(texts[0], createCaptions(texts)),
  role: "stance",
});

/**
 * The five templates and Custom with their words in one language, in the order of the wizard. Their names are for owners.
 * Source: docs/product.md, Questions.
 */
export function createTemplates(texts: TemplateTexts): readonly QuestionTemplate[] {
  const { lifeDecision, careerMove, creativeIdea, projectFeedback, personalFeedback } = texts;
  return [
    {
      id: "life-decision",
      name: "Life Decision",
      description: "A move, a marriage, a yes or a no",
      questions: [
        text("strengths", lifeDecision[0]),
        text("other", lifeDecision[1]),
        text("strengths", lifeDecision[2]),
        text("worries", lifeDecision[3]),
        text("worries", lifeDecision[4]),
        text("advice", lifeDecision[5]),
      ],
      stance: stance(texts.fit),
    },
    {
      id: "career-move",
      name: "Career Move",
      description: "A new role, a leap, a return",
      questions: [
        text("strengths", careerMove[0]),
        rating(careerMove[1], createCaptions(texts.fit)),
        text("strengths", careerMove[2]),
        text("worries", careerMove[3]),
        text("worries", careerMove[4]),
        text("advice", careerMove[5]),
      ],
      stance: stance(texts.fit),
    },
    {
      id: "creative-idea",
      name: "Creative Idea",
      description: "A book, a piece, a beginning",
      questions: [
        text("other", creativeIdea[0]),
        text("strengths", creativeIdea[1]),
        text("worries", creativeIdea[2]),
        text("strengths", creativeIdea[3]),
        text("advice", creativeIdea[4]),
      ],
      stance: stance(texts.creativeIdeaStance),
    },
    {
      id: "project-feedback",
      name: "Project Feedback",
      description: "Something you have already made",
      questions: [
        text("strengths", projectFeedback[0]),
        text("worries", projectFeedback[1]),
        text("worries", projectFeedback[2]),
        text("advice", projectFeedback[3]),
        text("advice", projectFeedback[4]),
      ],
      stance: stance(texts.projectFeedbackStance),
    },
    {
      id: "personal-feedback",
      name: "How Do I Show Up?",
      description: "How others experience you",
      questions: [
        text("strengths", personalFeedback[0]),
        text("strengths", personalFeedback[1]),
        text("worries", personalFeedback[2]),
        text("other", personalFeedback[3]),
        rating(personalFeedback[4], { ...texts.selfAwareness, middle: "" }),
        text("other", personalFeedback[5], texts.sentences),
      ],
      stance: stance(texts.personalFeedbackStance),
    },
    {
      id: "custom",
      name: "Custom",
      description: "Start from a blank page",
      questions: [blank, blank, blank],
      stance: stance(texts.customStance),
    },
  ];
}

/** The templates in English. */
export const questionTemplates = createTemplates(english);

/** The stance question of a template, or the general one for questions that are not from a template. */
export function findStanceQuestion(
  templateId: string,
  templates: readonly QuestionTemplate[] = questionTemplates,
): QuestionDraft {
  const byId = (id: string) => templates.find((template) => template.id === id)?.stance;
  return byId(templateId) ?? byId("custom") ?? stance(english.customStance);
}

/** The role of a question, if it is known: the one that its owner chose, or else that of the template it is from. */
export function findRole(
  question: Pick<Question, "type" | "label" | "role">,
): QuestionRole | undefined {
  return pickRole(question) ?? pickRole({ ...question, role: findTemplateRole(question.label) });
}

/** In circles made before questions had roles, only the label shows which template a question is from. */
function findTemplateRole(label: string): QuestionRole | undefined {
  for (const { questions, stance: offered } of questionTemplates) {
    const found = [...questions, offered].find((question) => question.label === label.trim());
    if (found !== undefined && label.trim() !== "") return found.role;
  }
  return undefined;
}
