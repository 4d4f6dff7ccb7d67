import { z } from "zod";
import { defineEndpoint } from "../endpoint.ts";
import { limits } from "../limits.ts";
import { addDays } from "../values/days.ts";
import { idParams } from "../values/id-params.ts";
import { type CircleDraftError, daySchema, validateQuestions } from "./circles.ts";
import { type QuestionDraft, questionDraftSchema, questionSchema } from "./questions.ts";

/**
 * One further question to the people of a circle, as its owner sees it. It is a small circle that follows the first
 * one: results, insights, kept answers, setting aside and closing work with its `circle_id`. In an anonymous one
 * nothing here depends on an answer before it closes.
 */
export const furtherQuestionSchema = z.object({
  circle_id: z.uuid(),
  question: questionSchema,
  /** A day in the owner's time zone. */
  deadline: daySchema,
  status: z.enum(["active", "completed"]),
  is_anonymous: z.boolean(),
  /** Whether its deadline was moved once, because fewer than three people had answered by then. */
  is_extended: z.boolean(),
  /** A day in the owner's time zone. */
  closed_on: daySchema.nullable(),
  /** Readable responses; null while they are sealed. An anonymous one that has closed with 0 shows nothing. */
  responses_count: z.int().nullable(),
  /** How many people were asked. */
  asked_count: z.int(),
});
export type FurtherQuestion = z.output<typeof furtherQuestionSchema>;

/** Why no further question can be asked now. */
const refusals = [
  "further_question_open",
  "further_questions_exhausted",
  "further_question_sealed",
  "further_question_late",
  "further_question_nobody",
  "further_question_needs_three",
] as const;

const furtherQuestionsSchema = z.object({
  /** Oldest first. */
  items: z.array(furtherQuestionSchema),
  next: z.object({
    /** The error that asking would be refused with now; null if it can be asked. */
    reason: z.enum(refusals).nullable(),
    /** How many people would be asked. */
    asked_count: z.int(),
    /** How many of them get no email of it, so that their owner has to tell them. */
    without_email_count: z.int(),
  }),
});
export type FurtherQuestions = z.output<typeof furtherQuestionsSchema>;

/** The further questions of a circle, and whether another can be asked now. Source: docs/product.md, Further questions. */
export const listFurtherQuestions = defineEndpoint({
  method: "GET",
  path: "/api/circles/:id/further-questions",
  summary: "Lists the further questions to the people of a paraline",
  access: "owner",
  scopes: ["results:read"],
  params: idParams,
  output: furtherQuestionsSchema,
  errors: ["circle_not_found"],
});

/**
 * Asks everyone of the circle one further question, and emails them. `create_key` works as in createCircle. Source:
 * docs/product.md, Further questions.
 */
export const askFurtherQuestion = defineEndpoint({
  method: "POST",
  path: "/api/circles/:id/further-questions",
  summary: "Asks the people of a paraline one further question",
  access: "owner",
  params: idParams,
  body: z.object({
    create_key: z.uuid(),
    question: questionDraftSchema,
    deadline: daySchema,
  }),
  status: 201,
  output: furtherQuestionSchema,
  errors: [
    "circle_not_found",
    ...refusals,
    "question_empty",
    "stance_not_rated",
    "role_not_written",
    "options_count",
    "options_alike",
    "further_question_deadline",
    "circle_created_already",
    "invite_mails_exhausted",
  ],
});

/** The deadline that the dialog suggests, given today in the owner's time zone. */
export function defaultFurtherDeadline(today: string): string {
  return addDays(today, limits.furtherQuestionDays);
}

/** The first rule that a further question breaks. `today` is the owner's day. The dialog and the server both use it. */
export function validateFurtherQuestion(
  { question, deadline }: { question: QuestionDraft; deadline: string },
  today: string,
): CircleDraftError | undefined {
  const error = validateQuestions([question]);
  if (error !== undefined) return { ...error, path: ["question", ...error.path.slice(2)] };
  const isInTime = deadline > today && deadline <= addDays(today, limits.furtherQuestionDaysAhead);
  return isInTime ? undefined : { code: "further_question_deadline", path: ["deadline"] };
}
