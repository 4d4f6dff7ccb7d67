import { z } from "zod";
import { defineEndpoint } from "../endpoint.ts";
import { idParams } from "../values/id-params.ts";
import { resultsSchema, typedAnswersSchema } from "./feedback.ts";

/** What stands beside the offer. Nothing in it has been read. */
const offerSchema = resultsSchema
  .pick({ is_locked: true, responses_count: true, visibility: true })
  .extend({
    /** Whether own answers can be written (`offered`), or how that has ended: `read` is without either. */
    state: z.enum(["offered", "written", "skipped", "read"]),
  });
export type OwnAnswersOffer = z.output<typeof offerSchema>;

/**
 * Whether the owner can still answer the questions before reading what others wrote. Reading results or insights ends the
 * offer, so clients ask for it first. Source: docs/product.md, Results.
 */
export const readOwnAnswersOffer = defineEndpoint({
  method: "GET",
  path: "/api/circles/:id/own-answers",
  summary: "Says whether the owner can still answer before reading",
  access: "owner",
  params: idParams,
  output: offerSchema,
  errors: ["circle_not_found"],
});

/**
 * Stores the owner's own answers, once. They are sealed until the first reading, and then part of the results. The same
 * words again are the same answers.
 */
export const writeOwnAnswers = defineEndpoint({
  method: "PUT",
  path: "/api/circles/:id/own-answers",
  summary: "Stores what the owner expects to hear",
  access: "owner",
  params: idParams,
  body: z.object({ answers: typedAnswersSchema }),
  output: offerSchema,
  errors: [
    "circle_not_found",
    "own_answers_too_late",
    "own_answers_given",
    "answers_none",
    "answer_too_long",
    "answer_invalid",
    "choice_invalid",
    "question_unknown",
  ],
});

/** Ends the offer without own answers, for good. It is not an error if it has ended, unless they were written. */
export const skipOwnAnswers = defineEndpoint({
  method: "POST",
  path: "/api/circles/:id/own-answers/skip",
  summary: "Skips own answers, for good",
  access: "owner",
  params: idParams,
  output: offerSchema,
  errors: ["circle_not_found", "own_answers_given"],
});
