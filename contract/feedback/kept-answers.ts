import { z } from "zod";
import { defineEndpoint } from "../endpoint.ts";
import { idParams } from "../values/id-params.ts";

/** One answer of a response that the owner has kept, to find it again. */
export const keptAnswerSchema = z.object({ response_id: z.uuid(), question_id: z.int() });
export type KeptAnswer = z.output<typeof keptAnswerSchema>;

/** An answer's place: its paraline, its response and its question. */
const answerParams = idParams.extend({
  response_id: z.uuid(),
  question_id: z.string().regex(/^[1-9]\d{0,8}$/),
});

/** All kept answers of the circle after the call, in the order of its responses. */
const keptOutput = z.object({ kept: z.array(keptAnswerSchema) });

const keptErrors = ["circle_not_found", "answer_not_found", "results_locked"] as const;

/** Keeps an answer that can be read now; keeping it again changes nothing. Source: docs/product.md, Results. */
export const keepAnswer = defineEndpoint({
  method: "PUT",
  path: "/api/circles/:id/feedback/:response_id/answers/:question_id/kept",
  summary: "Keeps one answer of a response",
  access: "owner",
  params: answerParams,
  output: keptOutput,
  errors: keptErrors,
});

/** Stops keeping an answer. It is not an error if the answer is not kept. */
export const removeKeptAnswer = defineEndpoint({
  method: "DELETE",
  path: "/api/circles/:id/feedback/:response_id/answers/:question_id/kept",
  summary: "No longer keeps one answer of a response",
  access: "owner",
  params: answerParams,
  output: keptOutput,
  errors: keptErrors,
});
