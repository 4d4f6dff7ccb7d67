import { z } from "zod";
import { askedQuestionSchema } from "../circles/questions.ts";
import { defineEndpoint } from "../endpoint.ts";
import { limits } from "../limits.ts";
import { privateLinkErrors, reflectionsErrors, reflectionsFields } from "./feedback.ts";

/*
 * What the holder of a receipt can do until the circle closes. Each call needs a private link of the circle and the code
 * of the receipt; in a named circle both must belong to the same person. Source: docs/product.md, Answering.
 */

/** As it was typed: case, spaces and hyphens do not matter. */
const code = z.string().max(limits.receiptCodeCharacters);

const errors = [...privateLinkErrors, "receipt_wrong", "receipt_tries_exhausted"] as const;

/** What somebody wrote, with the questions as they were answered. */
const ownAnswerSchema = z.object({
  questions: z.array(askedQuestionSchema),
  answers: z.record(z.string(), z.union([z.string(), z.number()])),
  encouragement: z.string().nullable(),
  use_in_insights: z.boolean(),
});
export type OwnAnswerView = z.output<typeof ownAnswerSchema>;

/** It is a POST because an address must not contain the code. */
export const readOwnAnswer = defineEndpoint({
  method: "POST",
  path: "/api/feedback/own/read",
  summary: "Reads what the holder of a receipt wrote",
  access: "invitee",
  body: z.object({ code }),
  output: ownAnswerSchema,
  errors,
});

/** Replaces what was written; the receipt stays. The same words again change nothing. */
export const changeOwnAnswer = defineEndpoint({
  method: "PUT",
  path: "/api/feedback/own",
  summary: "Changes what the holder of a receipt wrote",
  access: "invitee",
  body: z.object({ code, ...reflectionsFields }),
  output: ownAnswerSchema,
  errors: [...errors, ...reflectionsErrors],
});

/** Erases what was written, for good. The private link can be answered again. */
export const withdrawOwnAnswer = defineEndpoint({
  method: "POST",
  path: "/api/feedback/own/withdraw",
  summary: "Erases what the holder of a receipt wrote",
  access: "invitee",
  body: z.object({ code }),
  output: z.object({ status: z.literal("withdrawn") }),
  errors,
});
