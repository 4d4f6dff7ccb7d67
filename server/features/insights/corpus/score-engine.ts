import { readFileSync } from "node:fs";
import { z } from "zod";
import type { Question, QuestionDraft } from "#contract/circles/questions.ts";
import { type Sentiment, sentiments } from "#contract/insights/insights.ts";
import { locate } from "../checks/locate-quote.ts";
import { type VerifiedInsights, verifyDraft } from "../checks/verify-draft.ts";
import type { InsightsEngine } from "../engine.ts";
import { type PreparedReading, prepareReading } from "../prepare-reading.ts";

const files = [
  "life",
  "career",
  "creative",
  "project",
  "personal",
  "hard",
  "everyday",
  "held-out",
] as const;

const circleSchema = z.object({
  id: z.string(),
  kind: z.enum(["life", "career", "creative", "project", "personal"]),
  /** Word lists and thresholds were set by looking at `tune` alone. */
  part: z.enum(["tune", "held_out"]),
  trait: z.string().optional(),
  /** Other than English: counts, ratings and quotes are judged, sentiment and themes are not. */
  language: z.string().optional(),
  questions: z.array(
    z.union([
      z.string(),
      z.object({ rating: z.string() }),
      z.object({ choice: z.string(), options: z.array(z.string()) }),
    ]),
  ),
  people: z.array(z.array(z.union([z.string(), z.number()]))),
  expect: z.object({
    sentiment: z.enum(sentiments),
    /** Each theme by the beginnings of words that its name may have. */
    themes: z.array(z.array(z.string())),
    risk: z.array(z.string()),
  }),
});
export type CorpusCircle = z.output<typeof circleSchema>;

/** The circles written to measure engines by; see README.md beside them. */
export function loadCorpus(): CorpusCircle[] {
  return files.flatMap((name) =>
    z
      .array(circleSchema)
      .parse(JSON.parse(readFileSync(new URL(`${name}.json`, import.meta.url), "utf8"))),
  );
}

/** A circle of the corpus as generating would prepare it. */
export function prepareCircle(circle: CorpusCircle): PreparedReading {
  const questions = circle.questions.map(
    (question, index): Question => ({ id: index + 1, ...toDraft(question) }),
  );
  return prepareReading(
    { title: "", description: "", what_they_ask: "", is_anonymous: false },
    circle.people.map((answers, index) => ({
      id: `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`,
      answers: Object.fromEntries(answers.map((answer, place) => [place + 1, answer])),
      questions,
      use_in_insights: true,
    })),
  );
}

/** Where people write, a question stands by itself. */
function toDraft(question: CorpusCircle["questions"][number]): QuestionDraft {
  if (typeof question === "string") return { label: question, type: "textarea" };
  const { rating, choice, options } = { rating: "", choice: undefined, options: [], ...question };
  return choice === undefined
    ? { label: rating, type: "rating" }
    : { label: choice, type: "choice", options };
}

export interface CircleScore {
  circle: CorpusCircle;
  insights: VerifiedInsights;
  /** What it said, where that is not what was expected. */
  wrongSentiment: Sentiment | undefined;
  missedThemes: string[][];
  hasRisk: boolean;
  /** Quotes that do not appear verbatim in their answer, before anything was dropped. */
  invalidQuotes: number;
  quotes: number;
  tookMs: number;
}

/** Lets an engine read one circle and compares. */
export async function scoreCircle(
  engine: InsightsEngine,
  circle: CorpusCircle,
): Promise<CircleScore> {
  const prepared = prepareCircle(circle);
  const began = performance.now();
  const draft = await engine.generate(prepared.reading, async () => {});
  const tookMs = performance.now() - began;
  const insights = verifyDraft(prepared, draft, engine.kind);
  const given = [
    ...draft.quotes,
    ...[...draft.themes, draft.top_strength, draft.top_risk].flatMap(
      (point) => point?.quotes ?? [],
    ),
  ];
  const names = insights.content.themes.slice(0, 5).map(({ text }) => text.toLowerCase());
  const { top_risk } = insights.content;
  const risk = [top_risk?.text ?? "", ...(top_risk?.quotes ?? []).map(({ text }) => text)]
    .join(" ")
    .toLowerCase();
  return {
    circle,
    insights,
    wrongSentiment: insights.sentiment === circle.expect.sentiment ? undefined : insights.sentiment,
    missedThemes: circle.expect.themes.filter(
      (words) => !names.some((name) => words.some((word) => startsWord(name, word))),
    ),
    hasRisk: circle.expect.risk.some((word) => startsWord(risk, word)),
    invalidQuotes: given.filter(
      ({ answer, text }) => locate(prepared.answers.get(answer)?.text ?? "", text) === undefined,
    ).length,
    quotes: given.length,
    tookMs,
  };
}

function startsWord(text: string, start: string): boolean {
  return new RegExp(`(?<!\\p{L})${start}`, "u").test(text);
}

export interface Figures {
  circles: number;
  sentiment: number;
  themeRecallAt5: number;
  risk: number;
  quoteValidity: number;
}

/** Shares from 0 to 1; sentiment and themes of circles in other languages are not judged. */
export function summarizeScores(scores: readonly CircleScore[]): Figures {
  const scored = scores.filter(({ circle }) => circle.language === undefined);
  const withRisk = scored.filter(({ circle }) => circle.expect.risk.length > 0);
  const themes = scored.reduce((sum, { circle }) => sum + circle.expect.themes.length, 0);
  const missed = scored.reduce((sum, { missedThemes }) => sum + missedThemes.length, 0);
  const quotes = scores.reduce((sum, score) => sum + score.quotes, 0);
  const invalid = scores.reduce((sum, score) => sum + score.invalidQuotes, 0);
  return {
    circles: scores.length,
    sentiment: share(
      scored.filter((score) => score.wrongSentiment === undefined).length,
      scored.length,
    ),
    themeRecallAt5: share(themes - missed, themes),
    risk: share(withRisk.filter(({ hasRisk }) => hasRisk).length, withRisk.length),
    quoteValidity: share(quotes - invalid, quotes),
  };
}

const share = (part: number, whole: number) => (whole === 0 ? 1 : part / whole);
