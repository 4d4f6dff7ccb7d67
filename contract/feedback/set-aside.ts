import { z } from "zod";
import { defineEndpoint } from "../endpoint.ts";
import { idParams } from "../values/id-params.ts";
import { resultsSchema } from "./feedback.ts";

/**
 * Sets one response aside, or brings it back: one that is set aside is in no count, insights, export or recap, and only
 * its owner knows. Repeating it changes nothing. Source: docs/product.md, Results.
 */
export const setResponseAside = defineEndpoint({
  method: "PUT",
  path: "/api/circles/:id/feedback/:response_id/set-aside",
  summary: "Sets a response aside, or brings it back",
  access: "owner",
  params: idParams.extend({ response_id: z.uuid() }),
  body: z.object({ is_set_aside: z.boolean() }),
  output: resultsSchema,
  errors: ["circle_not_found", "response_not_found", "results_locked"],
});
