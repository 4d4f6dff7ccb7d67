import { z } from "zod";
import type { QuestionRole } from "#contract/circles/questions.ts";
import { type GenerationStage, type InsightsUse, sentiments } from "#contract/insights/insights.ts";
import { thisServer } from "#contract/insights/processors.ts";
import { limits } from "#contract/limits.ts";
import type { ChosenAnswer } from "#server/question-types/server-question-type.ts";

/** One answer as an engine reads it. `ref` is made for this reading, and quotes refer to it. */
export interface ReadAnswer {
  ref: string;
  question_id: number;
  question: string;
  /** The role of the question, from its owner or its template; undefined: guessed from its words, as the editor shows. */
  role: QuestionRole | undefined;
  answer: { text: string } | ChosenAnswer;
}

/** The owner's texts that an answer responds to: the question and its options. */
export function listAskedTexts({ question, answer }: ReadAnswer): string[] {
  return [question, ...("text" in answer ? [] : (answer.options ?? []))];
}

export interface PersonAnswers {
  ref: string;
  answers: ReadAnswer[];
}

/** Everything that an engine gets. It contains no id of a row; for a model and an anonymous circle, no name either. */
export interface Reading {
  title: string;
  description: string;
  what_they_ask: string;
  people: PersonAnswers[];
}

const draftQuoteSchema = z.object({
  answer: z.string().describe("id of the answer it is taken from"),
  text: z.string().describe("words of that answer, copied exactly"),
});
export type DraftQuote = z.output<typeof draftQuoteSchema>;

const draftPointSchema = z.object({
  text: z.string().describe("a short name for it, of few words"),
  quotes: z.array(draftQuoteSchema).describe("one from each person who says so"),
});
export type DraftPoint = z.output<typeof draftPointSchema>;

/** The draft that an engine returns. None of it is trusted before verification, whichever engine made it. */
export const draftSchema = z.object({
  sentiment: z.enum(sentiments),
  sentiment_explanation: z.string(),
  summary_paragraph: z.string(),
  themes: z.array(draftPointSchema),
  quotes: z.array(draftQuoteSchema),
  top_strength: draftPointSchema.nullable(),
  top_risk: draftPointSchema.nullable(),
  next_step_suggestion: z.string(),
  suggestion_quotes: z.array(draftQuoteSchema),
});
export type InsightsDraft = z.output<typeof draftSchema>;

/**
 * What went wrong with an engine: it could not be reached, was not done in time, can read less than it was given, or
 * wrote something that cannot be used.
 */
export type EngineFailure = "unavailable" | "slow" | "too_long" | "unusable";

/** Why an engine failed, for the operator. It is safe to log: it contains nothing from the prompt or the output. */
export class EngineError extends Error {
  readonly failure: EngineFailure;

  constructor(reason: string, cause?: unknown, failure: EngineFailure = "unusable") {
    super(reason, { cause });
    this.name = "EngineError";
    this.failure = failure;
  }
}

/**
 * Whether an answer may go to a processor, given the processor that was named to its author (`consentedProcessor`):
 * only to that one, or to none if none was named. This server may process whatever another processor may.
 */
export function isProcessorConsented(
  consentedProcessor: string | null,
  processor: string,
): boolean {
  return (
    consentedProcessor !== null && (processor === thisServer || processor === consentedProcessor)
  );
}

/** An engine that makes insights: this server itself, or an external model. */
export interface InsightsEngine {
  readonly kind: "local" | "model";
  /** The name of the engine, shown to people. */
  readonly name: string;
  /** Who processes the answers, shown to people before the engine reads theirs. */
  readonly use: Exclude<InsightsUse, "off">;
  /** A short name of the processor, independent of the model; stored with each answer. */
  readonly processor: string;
  /** The version of the engine's prompt; null if it has none. */
  readonly prompt_version: string | null;
  /** The longest time that generating may take. */
  readonly longestMs: number;
  /** Undefined for this server's own engine, which works in the thread for heavy work. */
  readonly generate?: GenerateDraft;
}

/** Generates a draft. @throws EngineError if the result cannot be used */
type GenerateDraft = (
  reading: Reading,
  onStage: (stage: GenerationStage) => Promise<void>,
) => Promise<InsightsDraft>;

/** An engine that drafts where it is called. */
export type DraftingEngine = InsightsEngine & { readonly generate: GenerateDraft };

/** This server's own engine, which works in the thread for heavy work. */
export const localEngine: InsightsEngine = {
  kind: "local",
  name: "Paraline's own engine",
  use: "local",
  processor: thisServer,
  prompt_version: null,
  longestMs: limits.heavyWorkSeconds * 1000,
};
