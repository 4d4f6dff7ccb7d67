import { z } from "zod";
import { limits } from "../limits.ts";
import { questionTypes, typeFieldsDraft } from "../question-types/schemas.ts";
import { storableLine } from "../values/text.ts";

/** A question as written; the server assigns its id. */
export const questionDraftSchema = z.object({
  label: storableLine(limits.questionLabelCharacters),
  type: z.enum(questionTypes),
  subtitle: storableLine(limits.questionSubtitleCharacters).optional(),
  ...typeFieldsDraft,
});
export type QuestionDraft = z.output<typeof questionDraftSchema>;

/** A stored question. Its id never changes its meaning and is never reused in its circle. */
export const questionSchema = questionDraftSchema.extend({ id: z.int().positive() });
export type Question = z.output<typeof questionSchema>;

/** A question in edit mode: a kept one has its id, a new one has none. */
export const questionEditSchema = questionDraftSchema.extend({
  id: z.int().positive().optional(),
});
export type QuestionEdit = z.output<typeof questionEditSchema>;

export interface QuestionTemplate {
  id: string;
  name: string;
  description: string;
  questions: readonly QuestionDraft[];
}

const text = (label: string, subtitle?: string): QuestionDraft =>
  subtitle === undefined ? { label, type: "textarea" } : { label, type: "textarea", subtitle };

/** The five templates and Custom, in the order of the wizard. Source: docs/product.md, Questions. */
export const questionTemplates: readonly QuestionTemplate[] = [
  {
    id: "life-decision",
    name: "Life Decision",
    description: "A move, a marriage, a yes or a no",
    questions: [
      text("When have you seen me most alive in what I do?"),
      text("What do you think I am really looking for with this decision?"),
      text("What strengths of mine would help me most here?"),
      text("What worries you when you imagine me doing this?"),
      text("What might I be avoiding or not seeing?"),
      text("If you were in my place, what would you do next?"),
    ],
  },
  {
    id: "career-move",
    name: "Career Move",
    description: "A new role, a leap, a return",
    questions: [
      text("What do you see me doing at my best at work?"),
      {
        label: "How well does this opportunity fit me?",
        type: "rating",
      },
      text("What would I gain from this move?"),
      text("What would I give up, or miss more than I expect?"),
      text("Which of my habits could get in the way?"),
      text("What should I find out before I decide?"),
    ],
  },
  {
    id: "creative-idea",
    name: "Creative Idea",
    description: "A book, a piece, a beginning",
    questions: [
      text("What was your first feeling about this idea?"),
      text("Which part of it could only come from me?"),
      text("What is unclear, or already done too often?"),
      text("Who do you think would love it, and why?"),
      text("What is the smallest version I should make first?"),
    ],
  },
  {
    id: "project-feedback",
    name: "Project Feedback",
    description: "Something you have already made",
    questions: [
      text("What works well so far?"),
      text("Where did you lose interest or get confused?"),
      text("What is missing that you expected to find?"),
      text("What would you cut?"),
      text("If I could improve only one thing, which should it be?"),
    ],
  },
  {
    id: "personal-feedback",
    name: "How Do I Show Up?",
    description: "How others experience you",
    questions: [
      text("What do you come to me for?"),
      text("When am I at my best with other people?"),
      text("What do I do that makes things harder between us?"),
      text("What do you wish I knew about how I come across?"),
      {
        label: "How self-aware do I seem to you?",
        type: "rating",
        rating_labels: { low: "Low", middle: "", high: "High" },
      },
      text("How would you describe me to someone who has never met me?", "1-3 sentences"),
    ],
  },
  {
    id: "custom",
    name: "Custom",
    description: "Start from a blank page",
    questions: [text(""), text(""), text("")],
  },
];

/** Used when a circle has no questions of its own: the first template's. */
export const defaultQuestions: readonly QuestionDraft[] = questionTemplates[0]?.questions ?? [];
