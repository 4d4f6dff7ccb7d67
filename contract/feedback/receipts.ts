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
const writtenReflectionsSchema = z.object({
  questions: z.array(askedQuestionSchema),
  answers: z.record(z.string(), z.union([z.string(), z.number()])),
  encouragement: z.string().nullable(),
  use_in_insights: z.boolean(),
});
export type ReflectionsView = z.output<typeof writtenReflectionsSchema>;

/** It is a POST because an address must not contain the code. */
export const readReflections = defineEndpoint({
  method: "POST",
  path: "/api/feedback/receipt/read",
  summary: "Reads what the holder of a receipt wrote",
  access: "invitee",
  body: z.object({ code }),
  output: writtenReflectionsSchema,
  errors,
});

/** Replaces what was written; the receipt stays. The same words again change nothing. */
export const changeReflections = defineEndpoint({
  method: "PUT",
  path: "/api/feedback/receipt",
  summary: "Changes what the holder of a receipt wrote",
  access: "invitee",
  body: z.object({ code, ...reflectionsFields }),
  output: writtenReflectionsSchema,
  errors: [...errors, ...reflectionsErrors],
});

/** Erases what was written, for good. The private link can be answered again. */
export const withdrawReflections = defineEndpoint({
  method: "POST",
  path: "/api/feedback/receipt/withdraw",
  summary: "Erases what the holder of a receipt wrote",
  access: "invitee",
  body: z.object({ code }),
  output: z.object({ status: z.literal("withdrawn") }),
  errors,
});
