import { z } from "zod";
import { circleSchema, daySchema } from "./circles.ts";
import { decisionSchema } from "./decisions.ts";
import { defineEndpoint } from "./endpoint.ts";
import { encouragementSchema, responseSchema, resultsSchema } from "./feedback.ts";
import { idParams } from "./id-params.ts";
import { insightsSchema } from "./insights.ts";

/**
 * The results of one paraline as a file for programs: what its owner may read on the day it is made, and nothing else.
 * Of an anonymous paraline that is no name, no day but a release's, and nothing of answers that wait.
 */
export const resultsFileSchema = z.object({
  /** Raised when what is here changes its meaning. */
  format: z.literal("paraline-results/1"),
  /** Day of the owner's time zone. */
  exported_on: daySchema,
  paraline: circleSchema.pick({
    id: true,
    title: true,
    description: true,
    what_they_ask: true,
    is_anonymous: true,
    deadline: true,
    status: true,
    closed_on: true,
    questions: true,
    responses_count: true,
    invites_count: true,
  }),
  /** Why there is nothing to read, if so. */
  visibility: resultsSchema.shape.visibility,
  responses: z.array(responseSchema),
  encouragements: z.array(encouragementSchema),
  /** Null until they are generated. */
  insights: insightsSchema.nullable(),
  /** Null until something is saved. */
  decision: decisionSchema.nullable(),
});
export type ResultsFile = z.output<typeof resultsFileSchema>;

const exportErrors = ["circle_not_found", "results_locked"] as const;

/** Everything on paper: what was asked, the answers by question and by perspective, notes, insights, decision. */
export const exportBoardBook = defineEndpoint({
  method: "GET",
  path: "/api/circles/:id/results/board-book.pdf",
  summary: "Exports the results of one paraline as a PDF to print or hand on",
  access: "owner",
  params: idParams,
  file: "application/pdf",
  errors: exportErrors,
});

/** Answers and notes as one table, a line each, in which no cell is a formula. */
export const exportResultsTable = defineEndpoint({
  method: "GET",
  path: "/api/circles/:id/results/results.csv",
  summary: "Exports the results of one paraline as CSV",
  access: "owner",
  params: idParams,
  file: "text/csv; charset=utf-8",
  errors: exportErrors,
});

/** The same with insights and decision for programs; the file is as {@link resultsFileSchema} says. */
export const exportResultsData = defineEndpoint({
  method: "GET",
  path: "/api/circles/:id/results/results.json",
  summary: "Exports the results of one paraline as JSON",
  access: "owner",
  params: idParams,
  file: "application/json; charset=utf-8",
  errors: exportErrors,
});
