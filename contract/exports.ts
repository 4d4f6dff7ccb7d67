import { z } from "zod";
import { circleSchema, daySchema } from "./circles/circles.ts";
import { furtherQuestionSchema } from "./circles/further-questions.ts";
import { decisionSchema } from "./decisions.ts";
import { defineEndpoint } from "./endpoint.ts";
import { heavyWorkErrors } from "./errors.ts";
import { encouragementSchema, responseSchema, resultsSchema } from "./feedback/feedback.ts";
import { keptAnswerSchema } from "./feedback/kept-answers.ts";
import { insightsSchema } from "./insights/insights.ts";
import { idParams } from "./values/id-params.ts";
import { mediaTypes } from "./values/media-types.ts";

/** A further question whose answers can be read, or that has closed, with what its owner may read of it. */
const furtherResultsSchema = furtherQuestionSchema.extend({
  ...resultsSchema.pick({ visibility: true, kept: true }).shape,
  responses: z.array(responseSchema),
  insights: insightsSchema.nullable(),
});
export type FurtherResults = z.output<typeof furtherResultsSchema>;

/**
 * The results of one circle as a machine-readable file: only what its owner may read on that day. For an
 * anonymous circle that means no names, no day except that of the closing, and nothing before it.
 */
export const resultsFileSchema = z.object({
  /** The number rises when existing fields change their meaning. */
  format: z.literal("paraline-results/1"),
  /** A day in the owner's time zone. */
  exported_on: daySchema,
  /** It has the name that people read, since the file is for them. */
  circle: circleSchema.pick({
    id: true,
    title: true,
    description: true,
    what_they_ask: true,
    language: true,
    is_anonymous: true,
    deadline: true,
    status: true,
    closed_on: true,
    questions: true,
    responses_count: true,
    invites_count: true,
  }),
  /** Why there is nothing to read, if that is the case. */
  visibility: resultsSchema.shape.visibility,
  responses: z.array(responseSchema),
  encouragements: z.array(encouragementSchema),
  /** Which of these answers the owner has kept. */
  kept: z.array(keptAnswerSchema),
  own_answers: resultsSchema.shape.own_answers,
  /** Null until they have been generated. */
  insights: insightsSchema.nullable(),
  /** Oldest first, each with its own count and numbering. */
  further_questions: z.array(furtherResultsSchema),
  /** Null until something is saved. */
  decision: decisionSchema.nullable(),
});
export type ResultsFile = z.output<typeof resultsFileSchema>;

const exportErrors = ["circle_not_found", "results_locked"] as const;

/** The results for printing: what was asked, the answers by question and by person, notes, insights and decision. */
export const exportBoardBook = defineEndpoint({
  method: "GET",
  path: "/api/circles/:id/results/board-book.pdf",
  summary: "Exports the results of one paraline as a PDF to print or pass on",
  access: "owner",
  params: idParams,
  file: "application/pdf",
  errors: [...exportErrors, ...heavyWorkErrors],
});

/** Answers and notes as one table with a row for each. Every cell is text. */
export const exportResultsXlsx = defineEndpoint({
  method: "GET",
  path: "/api/circles/:id/results/results.xlsx",
  summary: "Exports the results of one paraline as a spreadsheet",
  access: "owner",
  params: idParams,
  file: mediaTypes.xlsx,
  errors: exportErrors,
});

/** The same as CSV, for programs that cannot read the spreadsheet. No cell is a formula. */
export const exportResultsCsv = defineEndpoint({
  method: "GET",
  path: "/api/circles/:id/results/results.csv",
  summary: "Exports the results of one paraline as CSV",
  access: "owner",
  params: idParams,
  file: mediaTypes.csv,
  errors: exportErrors,
});

/** The same with insights and decision, machine-readable; the format is {@link resultsFileSchema}. */
export const exportResultsData = defineEndpoint({
  method: "GET",
  path: "/api/circles/:id/results/results.json",
  summary: "Exports the results of one paraline as JSON",
  access: "owner",
  params: idParams,
  file: "application/json; charset=utf-8",
  errors: exportErrors,
});

const planErrors = ["circle_not_found", "decision_path_missing"] as const;

/**
 * The chosen path as a PDF with the recap, which is omitted while the results are locked. Empty fields are omitted.
 */
export const exportPlanPdf = defineEndpoint({
  method: "GET",
  path: "/api/circles/:id/decision/plan.pdf",
  summary: "Exports the plan of one paraline as PDF",
  access: "owner",
  params: idParams,
  file: "application/pdf",
  errors: [...planErrors, ...heavyWorkErrors],
});

/** The same as CommonMark, to be kept and edited anywhere. What people wrote is text and never markup. */
export const exportPlanMarkdown = defineEndpoint({
  method: "GET",
  path: "/api/circles/:id/decision/plan.md",
  summary: "Exports the plan of one paraline as Markdown",
  access: "owner",
  params: idParams,
  file: "text/markdown; charset=utf-8",
  errors: planErrors,
});

/** The plan's days (`listPlanDays`) as all-day entries of an iCalendar file (RFC 5545). */
export const exportPlanCalendar = defineEndpoint({
  method: "GET",
  path: "/api/circles/:id/decision/plan.ics",
  summary: "Exports the dates of the plan of one paraline for a calendar",
  access: "owner",
  params: idParams,
  file: "text/calendar; charset=utf-8",
  errors: [...planErrors, "decision_dates_missing"],
});
