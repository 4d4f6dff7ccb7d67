import { z } from "zod";
import { type GenerationStage, type InsightsUse, sentiments } from "#contract/insights.ts";
import { here } from "#contract/processors.ts";

/** One answer as an engine reads it. `ref` is made for this reading; quotes cite it. */
export interface ReadAnswer {
  ref: string;
  question_id: number;
  /** The question as it was asked. */
  question: string;
  answer: { text: string } | { rating: number };
}

/** What one person said. */
export interface ReadPerson {
  ref: string;
  answers: ReadAnswer[];
}

/** Everything an engine gets: no id of a row, no address, and of anonymous paralines no name. */
export interface Reading {
  title: string;
  description: string;
  what_they_ask: string;
  /** Then nothing may be quoted or said again that tells who wrote an answer. */
  is_anonymous: boolean;
  people: ReadPerson[];
}

const draftQuoteSchema = z.object({
  answer: z.string().describe("id of the answer it is taken from"),
  text: z.string().describe("words of that answer, copied exactly"),
});
export type DraftQuote = z.output<typeof draftQuoteSchema>;

const draftPointSchema = z.object({
  text: z.string().describe("a short name for it, at most eight words"),
  quotes: z.array(draftQuoteSchema).describe("one from each person who says so"),
});
export type DraftPoint = z.output<typeof draftPointSchema>;

/** What an engine hands back. Nothing of it is believed before it is verified, whichever engine it was. */
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
  people: z.array(z.object({ person: z.string(), sentiment: z.enum(sentiments) })),
  is_unsure: z.boolean(),
});
export type InsightsDraft = z.output<typeof draftSchema>;

/** Why an engine came to nothing, in words of its own that may be logged: nothing of what was asked or answered. */
export class EngineError extends Error {
  constructor(reason: string, cause?: unknown) {
    super(reason, { cause });
    this.name = "EngineError";
  }
}

/**
 * Whether an answer may go to a processor, for what its author was `told`: to nobody else than was named, or to nobody
 * where nothing was said; this machine may do what another may.
 */
export function mayProcess(told: string | null, processor: string): boolean {
  return told !== null && (processor === here || processor === told);
}

/** What makes insights: this server by itself, or a model somewhere. */
export interface InsightsEngine {
  readonly kind: "local" | "model";
  /** Shown to people: who made it. */
  readonly name: string;
  /** Told to people before it reads them: who processes what they write. */
  readonly use: Exclude<InsightsUse, "off">;
  /** Who that is, in short and whatever the model: kept with each answer. */
  readonly processor: string;
  /** The wording it was asked with; null where nothing is asked. */
  readonly prompt_version: string | null;
  /** @throws EngineError when nothing usable came of it */
  generate(
    reading: Reading,
    onStage: (stage: GenerationStage) => Promise<void>,
  ): Promise<InsightsDraft>;
}
