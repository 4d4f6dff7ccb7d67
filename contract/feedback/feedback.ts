import { z } from "zod";
import { daySchema } from "../circles/circles.ts";
import { askedQuestionSchema } from "../circles/questions.ts";
import { defineEndpoint } from "../endpoint.ts";
import { languageSchema } from "../language-schema.ts";
import { limits } from "../limits.ts";
import { questionTypes, typeFields } from "../question-types/schemas.ts";
import { idParams } from "../values/id-params.ts";
import { isStorableText } from "../values/plain-text.ts";
import { keptAnswerSchema } from "./kept-answers.ts";

/** Accepts answers that are too long, so that they are refused with their own message. */
const rawText = z
  .string()
  .max(limits.requestBytes)
  .refine(isStorableText, "This contains characters that cannot be stored.");

/** Answers as they are typed, by question id. */
export const typedAnswersSchema = z.record(
  z.string().regex(/^[1-9]\d{0,8}$/),
  z.union([rawText, z.number()]),
);

/** What somebody writes, unchecked. */
export const reflectionsFields = {
  answers: typedAnswersSchema,
  encouragement: rawText.nullable().optional(),
  /** False for "Leave mine out of insights". */
  use_in_insights: z.boolean().default(true),
};

/** What breaks the rules of answering. */
export const reflectionsErrors = [
  "answers_none",
  "answer_too_long",
  "answer_invalid",
  "choice_invalid",
  "question_unknown",
  "encouragement_too_long",
] as const;

/** What the invitee's page shows before the first question, and the questions themselves. */
const openInviteSchema = z.object({
  circle: z.object({
    title: z.string(),
    description: z.string(),
    what_they_ask: z.string(),
    language: languageSchema,
    is_anonymous: z.boolean(),
    deadline: daySchema.nullable(),
    cover_image_url: z.string().nullable(),
    questions: z.array(askedQuestionSchema),
  }),
  /** Whether it asks one further question, on one screen. */
  is_further: z.boolean(),
  /** The owner's first name or full name as they wrote it; null when the profile has none. */
  owner_name: z.string().nullable(),
  /** How many people were asked, this one included; null if anyone with the link of an anonymous circle can answer. */
  people_count: z.int().nullable(),
});
export type OpenInviteView = z.output<typeof openInviteSchema>;

/** What /thank-you shows. It is kept in session storage, and contains no answer. */
const receiptSchema = z.object({
  /** Four words in the language of the page, with which the author alone can come back: see receipts.ts. */
  code: z.string(),
  owner_name: z.string().nullable(),
  deadline: daySchema.nullable(),
  /** How many of how many people have answered; null for an anonymous circle, whose answers are sealed. */
  progress: z.object({ responses_count: z.int(), invites_count: z.int() }).nullable(),
});
export type Receipt = z.output<typeof receiptSchema>;

/** Why a private link does not open. */
export const privateLinkErrors = [
  "invite_invalid",
  "circle_closed",
  "invite_completed",
  "invite_declined",
  "link_full",
  "link_turned_off",
] as const;

/** What a private link opens, with the current questions. Read-only. */
export const readOpenInvite = defineEndpoint({
  method: "GET",
  path: "/api/feedback",
  summary: "Reads what a private link opens",
  access: "invitee",
  output: openInviteSchema,
  errors: privateLinkErrors,
});

/**
 * Completes the invite and stores the answers, once. The page creates `submission_key`: the same key with the same words
 * is the same submission and gets the same response. Anything else finds the link used (`invite_completed`), and is not
 * stored.
 */
export const submitFeedback = defineEndpoint({
  method: "POST",
  path: "/api/feedback",
  summary: "Submits the reflections of an invitee",
  access: "invitee",
  body: z.object({
    submission_key: z.uuid(),
    ...reflectionsFields,
    /** That of the words of the receipt; if omitted, the paraline's. */
    language: languageSchema.optional(),
    /**
     * The processor that the page named; null for none. Pages always send it; if omitted, the current processor is
     * assumed. See `findConsentedProcessor`.
     */
    consented_processor: z.string().nullable().optional(),
  }),
  status: 201,
  output: receiptSchema,
  errors: [...privateLinkErrors, ...reflectionsErrors],
});

/** One person's readable response. In an anonymous circle it has no name, and the day of the closing. */
export const responseSchema = z.object({
  id: z.uuid(),
  /** In the order of arrival; in an anonymous circle in the stored random order, which never changes. */
  number: z.int().positive(),
  first_name: z.string().nullable(),
  received_on: daySchema,
  /** The last day on which its author changed it; null if they have not, and in an anonymous circle. */
  edited_on: daySchema.nullable(),
  answers: z.array(
    z.object({
      question_id: z.int(),
      /** The question as it was worded when answered; null only if even the snapshot is missing. */
      label: z.string().nullable(),
      type: z.enum(questionTypes),
      ...typeFields,
      answer: z.union([z.string(), z.number()]),
    }),
  ),
});
export type ReadableResponse = z.output<typeof responseSchema>;

/** A note to the owner, separate from the answers. In an anonymous circle it has no name, and an order of its own. */
export const encouragementSchema = z.object({
  id: z.uuid(),
  note: z.string(),
  first_name: z.string().nullable(),
  /** In an anonymous circle, the day of the closing. */
  received_on: daySchema,
});
export type ReadableEncouragement = z.output<typeof encouragementSchema>;

/** What may be read of a circle now, and why no more. */
export const resultsSchema = z.object({
  circle_id: z.uuid(),
  /**
   * Whether there are reflections to read but nothing unlocks them. If so, the lists are empty, and `responses_count`
   * is their number; insights, exports and the decision's recap answer with `results_locked`.
   */
  is_locked: z.boolean(),
  /** How many readable responses there are, even while they are locked; without those that are set aside. */
  responses_count: z.int().nonnegative(),
  responses: z.array(responseSchema),
  /** What the owner has set aside, for them alone: no count, insights or export includes it. */
  set_aside: z.array(
    /** The note came with the response, which is known in a named circle only. */
    responseSchema.extend({ note: z.string().nullable() }),
  ),
  encouragements: z.array(encouragementSchema),
  /** The answers among them that the owner has kept, in the order of the responses. */
  kept: z.array(keptAnswerSchema),
  /** What the owner answered before reading; null if nothing, and until there is a response beside it. */
  own_answers: responseSchema.shape.answers.nullable(),
  /**
   * `none_yet`: named, no answers. `sealed`: anonymous, until it closes. `too_few`: anonymous and closed with 0, 1 or 2
   * answers. Independent of locks.
   */
  visibility: z.enum(["readable", "none_yet", "sealed", "too_few"]),
});
export type Results = z.output<typeof resultsSchema>;

/**
 * What the owner may read of a circle now: nothing that is sealed, and nothing while it is locked. Being
 * locked or having nothing to read is not an error. Source: docs/product.md, Anonymity; Paywall.
 */
export const readResults = defineEndpoint({
  method: "GET",
  path: "/api/circles/:id/feedback",
  summary: "Reads the reflections of one paraline that may be read now",
  access: "owner",
  scopes: ["results:read"],
  params: idParams,
  output: resultsSchema,
  errors: ["circle_not_found"],
});
