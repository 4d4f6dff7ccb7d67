import { z } from "zod";
import { defineEndpoint } from "../endpoint.ts";
import { heavyWorkErrors } from "../errors.ts";
import { tallyFields } from "../question-types/schemas.ts";
import { idParams } from "../values/id-params.ts";

/** How people feel about it; `other` if it is clearly none of these. Source: docs/product.md, Insights. */
export const sentiments = ["positive", "concerned", "mixed", "other"] as const;
export type Sentiment = (typeof sentiments)[number];

/** A quote from an answer, and the answer it is from. "…" replaces what could reveal the author. */
const quoteSchema = z.object({
  text: z.string(),
  response_id: z.uuid(),
  question_id: z.int(),
});
export type Quote = z.output<typeof quoteSchema>;

/** A point that people made, in a few words, with the quotes that it is based on. */
const pointSchema = z.object({
  text: z.string(),
  /** How many people the quotes are from; 1 is a single voice. */
  people_count: z.int().nonnegative(),
  quotes: z.array(quoteSchema),
});
export type Point = z.output<typeof pointSchema>;

/** A rating question as it was last answered. */
const ratedQuestionSchema = z.object({ question_id: z.int(), label: z.string() });

const common = {
  /** Rating questions that read as if a high number were bad and that the owner has not marked. They do not count. */
  unmarked_ratings: z.array(ratedQuestionSchema),
};

/** Where the overall view comes from: the first source with enough data decides. Source: docs/product.md, Insights. */
export const overallViewSchema = z.discriminatedUnion("source", [
  /** From the stance question. Mean and counts are on the scale as it was asked. */
  z.object({
    source: z.literal("stance"),
    ...ratedQuestionSchema.shape,
    mean: z.number(),
    /** How many chose 1, 2, 3, 4, 5. */
    counts: z.array(z.int().nonnegative()),
    low: z.string(),
    high: z.string(),
    /** Whether a low number is good. */
    is_reversed: z.boolean(),
    answers_count: z.int().positive(),
    /** The standard deviation of the answers. */
    spread: z.number().nonnegative(),
    ...common,
  }),
  /** From other ratings, reversed if a low number is good. Each person counts once. */
  z.object({
    source: z.literal("ratings"),
    mean: z.number(),
    questions: z.array(
      ratedQuestionSchema.extend({
        /** As it was asked. */
        mean: z.number(),
        is_reversed: z.boolean(),
        answers_count: z.int().positive(),
      }),
    ),
    people_count: z.int().positive(),
    answers_count: z.int().positive(),
    /** The standard deviation of people's own means. */
    spread: z.number().nonnegative(),
    ...common,
  }),
  /** From a model, which concluded it from people's words, with the quotes that it chose. */
  z.object({ source: z.literal("model"), quotes: z.array(quoteSchema), ...common }),
  /** No overall view. */
  z.object({
    source: z.literal("none"),
    /**
     * `not_asked`: nobody was asked for a rating. `too_few`: people were, but fewer than three rated. `unmarked`:
     * enough people rated, but only questions whose direction is not known.
     */
    reason: z.enum(["not_asked", "too_few", "unmarked"]),
    /** How many people rated at all. */
    people_count: z.int().nonnegative(),
    ...common,
  }),
]);
export type OverallView = z.output<typeof overallViewSchema>;

/** The questions that ask for strengths or for worries, and how many people answered one of them. */
const askedSideSchema = z.object({
  question_ids: z.array(z.int()),
  people_count: z.int().nonnegative(),
});

/** The content of insights besides their texts. */
const insightsContentSchema = z.object({
  overall: overallViewSchema,
  /** The key themes, by how many people mention each. */
  themes: z.array(pointSchema),
  /** The highlighted quotes. */
  quotes: z.array(quoteSchema),
  /** What at least two people name when asked for strengths, in sentences that do not deny it; else null. */
  top_strength: pointSchema.nullable(),
  /** What at least two people name when asked for worries, in sentences that do not deny it; else null. */
  top_risk: pointSchema.nullable(),
  asked: z.object({ strengths: askedSideSchema, worries: askedSideSchema }),
  /** What the suggestion is based on. */
  suggestion_quotes: z.array(quoteSchema),
  /** How many people's responses were read. */
  responses_count: z.int().positive(),
  ...tallyFields,
  /** The codes of the languages in which neither strengths nor worries are looked for. */
  unread_languages: z.array(z.string()),
  left_out: z.object({
    /** How many answers were like "test" or "n/a". */
    junk_answers: z.int().nonnegative(),
    /** How many people chose "Leave mine out of insights", or were shown a different processor from the current one. */
    opted_out: z.int().nonnegative(),
  }),
});
export type InsightsContent = z.output<typeof insightsContentSchema>;

/** Source: docs/product.md, Insights. */
export const insightsSchema = insightsContentSchema.extend({
  circle_id: z.uuid(),
  sentiment: z.enum(sentiments),
  sentiment_explanation: z.string(),
  summary_paragraph: z.string(),
  key_themes: z.array(z.string()),
  highlighted_quotes: z.array(z.string()),
  next_step_suggestion: z.string(),
  /** `local`: assembled on this server from people's own sentences. `model`: written by the model with that name. */
  engine: z.object({ kind: z.enum(["local", "model"]), name: z.string() }),
  /** How many usable responses have arrived, or been brought back, since. */
  new_responses_count: z.int().nonnegative(),
  /** How many of those that were read are set aside now. */
  set_aside_count: z.int().nonnegative(),
  /** Whether a text question asks for something else since: strengths, worries and advice were read as it was then. */
  roles_changed: z.boolean(),
  updated_at: z.iso.datetime(),
});
export type Insights = z.output<typeof insightsSchema>;

/**
 * The stages of a generation, in order. "waiting" comes before any work of this server, if others are ahead. The middle
 * ones occur only while a model writes. It starts over if the model's first answer is unusable.
 */
const generationStages = [
  "waiting",
  "reading",
  "comparing",
  "summarizing",
  "gathering",
  "choosing",
  "checking",
] as const;
export type GenerationStage = (typeof generationStages)[number];

/**
 * Whether this server has insights, and who processes the answers: the server itself, or a model, by name and
 * provider ("gpt-5 by OpenAI").
 */
export const insightsUseSchema = z.union([
  z.enum(["off", "local"]),
  z.object({ model: z.string() }),
]);
export type InsightsUse = z.output<typeof insightsUseSchema>;

const insightsStateSchema = z.object({
  use: insightsUseSchema,
  /** How many readable responses may be used and are not just junk. */
  usable_count: z.int().nonnegative(),
  insights: insightsSchema.nullable(),
  /** `failed`: the last generation failed, and the previous insights are still there. */
  generation: z.object({
    state: z.enum(["idle", "running", "failed"]),
    stage: z.enum(generationStages).nullable(),
    /** While it waits: how many tasks of this server are ahead. */
    place: z.int().nullable(),
  }),
});
export type InsightsState = z.output<typeof insightsStateSchema>;

/** The insights of a circle, whether more people have answered since, and any generation in progress. */
export const readInsights = defineEndpoint({
  method: "GET",
  path: "/api/circles/:id/insights",
  summary: "Reads the insights of one paraline",
  access: "owner",
  scopes: ["results:read"],
  params: idParams,
  output: insightsStateSchema,
  errors: ["circle_not_found", "results_locked"],
});

const generationErrors = [
  ...heavyWorkErrors,
  "circle_not_found",
  "results_locked",
  "insights_off",
  "insights_too_few",
  "insights_running",
  "insights_exhausted",
  "insights_failed",
  "insights_model_unavailable",
  "insights_model_slow",
  "insights_too_long",
  "insights_model_unusable",
] as const;

/**
 * Generates insights and returns them. A failure leaves the previous ones. There is one generation at a time, and at
 * most ten successful ones within 24 hours.
 */
export const generateInsights = defineEndpoint({
  method: "POST",
  path: "/api/circles/:id/insights",
  summary: "Generates the insights of one paraline",
  access: "owner",
  params: idParams,
  output: z.object({ insights: insightsSchema }),
  errors: generationErrors,
});

/** The same as a function. Source: docs/product.md, API. */
export const generateInsightsFunction = defineEndpoint({
  method: "POST",
  path: "/functions/v1/generate-insights",
  summary: "Generates the insights of one paraline, called as a function",
  access: "owner",
  body: z.object({ circleId: z.string() }),
  output: z.object({ insights: insightsSchema }),
  errors: generationErrors,
});
