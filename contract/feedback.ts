import { z } from "zod";
import { daySchema } from "./circles.ts";
import { defineEndpoint } from "./endpoint.ts";
import { idParams } from "./id-params.ts";
import { limits } from "./limits.ts";
import { isStorableText } from "./plain-text.ts";
import { questionSchema, questionTypes } from "./questions.ts";

/** Room for an answer that is too long by far, so that it is refused with the answer's own sentence. */
const rawText = z
  .string()
  .max(limits.request_bytes)
  .refine(isStorableText, "This contains characters that cannot be stored.");

/** What the invitee's page shows before the first question, and the questions. */
const openInviteSchema = z.object({
  circle: z.object({
    title: z.string(),
    description: z.string(),
    what_they_ask: z.string(),
    is_anonymous: z.boolean(),
    deadline: daySchema.nullable(),
    cover_image_url: z.string().nullable(),
    questions: z.array(questionSchema),
  }),
  /** The owner's first name or full name as they wrote it; null when the profile has none. */
  owner_name: z.string().nullable(),
  /** People asked, this one included. */
  people_count: z.int(),
});
export type OpenInviteView = z.output<typeof openInviteSchema>;

/** What /thank-you shows; kept in session storage, without any answer. */
const receiptSchema = z.object({
  owner_name: z.string().nullable(),
  deadline: daySchema.nullable(),
  /** Of an anonymous paraline: as of its last release. */
  responses_count: z.int(),
  invites_count: z.int(),
});
export type Receipt = z.output<typeof receiptSchema>;

/** Why a private link opens nothing. */
const private_link_errors = [
  "invite_invalid",
  "circle_closed",
  "invite_completed",
  "invite_declined",
  "link_full",
  "join_expired",
] as const;

/** What a private link opens, with the questions as they are now. Changes nothing, however often it is read. */
export const readOpenInvite = defineEndpoint({
  method: "GET",
  path: "/api/feedback",
  summary: "Reads what a private link opens",
  access: "invitee",
  output: openInviteSchema,
  errors: private_link_errors,
});

/**
 * Completes the invite and stores the answers, once. `submission_key` is the page's own: the same key again is the
 * same submit and answers the same; another one finds the link used (`invite_completed`), and nothing is stored.
 */
export const submitFeedback = defineEndpoint({
  method: "POST",
  path: "/api/feedback",
  summary: "Submits the reflections of an invitee",
  access: "invitee",
  body: z.object({
    submission_key: z.uuid(),
    answers: z.record(z.string().regex(/^[1-9]\d{0,8}$/), z.union([rawText, z.number()])),
    encouragement: rawText.nullable().optional(),
    /** False: "Leave mine out of insights". */
    use_in_insights: z.boolean().default(true),
    /**
     * Who processes answers, as it was told on the page; null: nobody. Pages always say it; left out, it is who
     * processes them now. See `agreedProcessor`.
     */
    insights_by: z.string().nullable().optional(),
    /** Anonymous: shown even if it is among the last one or two when the paraline closes. */
    show_if_few: z.boolean().default(false),
  }),
  status: 201,
  output: receiptSchema,
  errors: [
    ...private_link_errors,
    "answers_none",
    "answer_too_long",
    "answer_invalid",
    "question_unknown",
    "encouragement_too_long",
  ],
});

/** One person's readable response. Anonymous: no name, no time finer than the day of its release. */
export const responseSchema = z.object({
  id: z.uuid(),
  /** By release, then in the stored random order; kept for ever. */
  number: z.int().positive(),
  first_name: z.string().nullable(),
  received_on: daySchema,
  answers: z.array(
    z.object({
      question_id: z.int(),
      /** As it read when it was answered; null only if even the snapshot is missing. */
      label: z.string().nullable(),
      type: z.enum(questionTypes),
      rating_labels: z.object({ low: z.string(), middle: z.string(), high: z.string() }).optional(),
      answer: z.union([z.string(), z.number()]),
    }),
  ),
});
export type ReadableResponse = z.output<typeof responseSchema>;

/**
 * The question of an answer as it read then: two answers with the same one were asked the same. Ratings of a question
 * that was reworded, or whose scale was, are of different questions although its id is one.
 */
export function questionAsAsked({
  question_id,
  label,
  rating_labels,
}: Pick<ReadableResponse["answers"][number], "question_id" | "label" | "rating_labels">): string {
  const { low, middle, high } = rating_labels ?? {};
  return JSON.stringify([question_id, label, low, middle, high]);
}

/** A note to the owner beside the answers. Anonymous: without a name, in an order of its own. */
export const encouragementSchema = z.object({
  id: z.uuid(),
  note: z.string(),
  first_name: z.string().nullable(),
  /** Anonymous: the day of its release. */
  received_on: daySchema,
});
export type ReadableEncouragement = z.output<typeof encouragementSchema>;

/** What of a paraline may be read now, and why not more. */
export const resultsSchema = z.object({
  circle_id: z.uuid(),
  /**
   * There are reflections to read and nothing unlocks them: the lists are empty, `responses_count` tells how many there
   * are. Insights, exports and the decision's recap then answer `results_locked`.
   */
  is_locked: z.boolean(),
  /** Readable responses, also while they are locked. */
  responses_count: z.int().nonnegative(),
  responses: z.array(responseSchema),
  encouragements: z.array(encouragementSchema),
  /**
   * `none_yet`: named, nobody has answered. `waiting_for_three`: anonymous and open, nothing released.
   * `too_few`: anonymous and closed, nothing released (the same for 0, 1 and 2 answers). Says nothing about locks.
   */
  visibility: z.enum(["readable", "none_yet", "waiting_for_three", "too_few"]),
});
export type Results = z.output<typeof resultsSchema>;

/**
 * What the owner may read of a paraline now; only what is released, and nothing of it while it is locked. Being
 * locked or having nothing to read is no error. Source: docs/product.md, Anonymity; Paywall.
 */
export const readResults = defineEndpoint({
  method: "GET",
  path: "/api/circles/:id/feedback",
  summary: "Reads the reflections of one paraline that may be read now",
  access: "owner",
  params: idParams,
  output: resultsSchema,
  errors: ["circle_not_found"],
});
