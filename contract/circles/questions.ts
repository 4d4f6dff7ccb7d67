import { z } from "zod";
import { limits } from "../limits.ts";
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

const stance = (label: string, low: string, middle: string, high: string): QuestionDraft => ({
  label,
  type: "rating",
  rating_labels: { low, middle, high },
  role: "stance",
});

const fitStance = stance(
  "Overall, how good a fit does this seem for me?",
  "Poor fit",
  "Neutral",
  "Great fit",
);

const customTemplate: QuestionTemplate = {
  id: "custom",
  name: "Custom",
  description: "Start from a blank page",
  questions: [blank, blank, blank],
  stance: stance("Overall, how do you feel about this?", "Against it", "Undecided", "For it"),
};

/** The five templates and Custom, in the order of the wizard. Source: docs/product.md, Questions. */
export const questionTemplates: readonly QuestionTemplate[] = [
  {
    id: "life-decision",
    name: "Life Decision",
    description: "A move, a marriage, a yes or a no",
    questions: [
      text("strengths", "When have you seen me most alive in what I do?"),
      text("other", "What do you think I am really looking for with this decision?"),
      text("strengths", "What strengths of mine would help me most here?"),
      text("worries", "What worries you when you imagine me doing this?"),
      text("worries", "What might I be avoiding or not seeing?"),
      text("advice", "If you were in my place, what would you do next?"),
    ],
    stance: fitStance,
  },
  {
    id: "career-move",
    name: "Career Move",
    description: "A new role, a leap, a return",
    questions: [
      text("strengths", "What do you see me doing at my best at work?"),
      {
        label: "How well does this opportunity fit me?",
        type: "rating",
      },
      text("strengths", "What would I gain from this move?"),
      text("worries", "What would I give up, or miss more than I expect?"),
      text("worries", "Which of my habits could get in the way?"),
      text("advice", "What should I find out before I decide?"),
    ],
    stance: fitStance,
  },
  {
    id: "creative-idea",
    name: "Creative Idea",
    description: "A book, a piece, a beginning",
    questions: [
      text("other", "What was your first feeling about this idea?"),
      text("strengths", "Which part of it could only come from me?"),
      text("worries", "What is unclear, or already done too often?"),
      text("strengths", "Who do you think would love it, and why?"),
      text("advice", "What is the smallest version I should make first?"),
    ],
    stance: stance(
      "Overall, how keen are you to see this idea made?",
      "Not keen",
      "Neutral",
      "Very keen",
    ),
  },
  {
    id: "project-feedback",
    name: "Project Feedback",
    description: "Something you have already made",
    questions: [
      text("strengths", "What works well so far?"),
      text("worries", "Where did you lose interest or get confused?"),
      text("worries", "What is missing that you expected to find?"),
      text("advice", "What would you cut?"),
      text("advice", "If I could improve only one thing, which should it be?"),
    ],
    stance: stance("Overall, how well does it work for you?", "Poorly", "In part", "Very well"),
  },
  {
    id: "personal-feedback",
    name: "How Do I Show Up?",
    description: "How others experience you",
    questions: [
      text("strengths", "What do you come to me for?"),
      text("strengths", "When am I at my best with other people?"),
      text("worries", "What do I do that makes things harder between us?"),
      text("other", "What do you wish I knew about how I come across?"),
      {
        label: "How self-aware do I seem to you?",
        type: "rating",
        rating_labels: { low: "Low", middle: "", high: "High" },
      },
      text("other", "How would you describe me to someone who has never met me?", "1-3 sentences"),
    ],
    stance: stance(
      "Overall, how well do I show up for the people around me?",
      "Poorly",
      "It varies",
      "Very well",
    ),
  },
  customTemplate,
];

/** Used when a circle has no questions of its own: the first template's. */
export const defaultQuestions: readonly QuestionDraft[] = questionTemplates[0]?.questions ?? [];

/** The stance question of a template, or the general one for questions that are not from a template. */
export function findStanceQuestion(templateId: string): QuestionDraft {
  const template = questionTemplates.find(({ id }) => id === templateId);
  return (template ?? customTemplate).stance;
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
