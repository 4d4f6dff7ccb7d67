import type { Sentiment } from "#contract/insights/insights.ts";
import { createGate } from "#server/features/insights/checks/gate.ts";
import {
  type VerifiedInsights,
  verifyDraft,
} from "#server/features/insights/checks/verify-draft.ts";
import { locate } from "#server/features/insights/checks/verify-quote.ts";
import type { DraftingEngine, InsightsDraft } from "#server/features/insights/engine.ts";
import { draftLocally } from "#server/features/insights/engines/draft-locally.ts";
import type { PreparedReading } from "#server/features/insights/prepare-reading.ts";
import { type CorpusCircle, prepareCircle } from "./corpus.ts";
import { type ClaimCounts, countClaims, listProse, splitSentences } from "./count-claims.ts";

/** The sources from which an overall view can come, in the order in which the product tries them. */
export const viewSources = ["stance", "ratings", "model"] as const;
export type ViewSource = (typeof viewSources)[number];

/** An engine's results for one circle, compared with what a careful reader expects. */
export interface CircleScore {
  circle: CorpusCircle;
  /** Why nothing was generated. */
  failure?: string;
  insights: VerifiedInsights | undefined;
  /** The overall view that the product would show; undefined if it would show none. */
  view?: { source: ViewSource; sentiment: Sentiment; isRight: boolean };
  /** Whether at least three people gave ratings that can be counted. */
  hasRatings: boolean;
  /** The expected themes that appear in no title. */
  missedByTitle: string[][];
  /** The expected themes that appear neither in a title nor in most quotes of a theme. */
  missedByText: string[][];
  /** The titles of themes that several people share, and how many of them are expected ones. */
  sharedThemes: { shown: number; right: number };
  strength: SideScore;
  risk: SideScore;
  /** The number of quotes before anything was dropped. */
  quotes: number;
  /** The number of quotes that do not appear word for word in their answer. */
  invalidQuotes: number;
  /** Claims that insights must not make, in the draft (`made`) and in the verified insights (`shown`). */
  claims: { made: ClaimCounts; shown: ClaimCounts };
  tookMs: number;
}

/** What is said of one side: a strength, a risk. */
export interface SideScore {
  /** Whether a question asks for it. */
  isAsked: boolean;
  /** Whether there is something that people share, as a careful reader says. */
  isExpected: boolean;
  speaks: boolean;
  /** Whether what is said is what is expected. */
  isRight: boolean;
}

type SuccessfulScore = CircleScore & { insights: VerifiedInsights };

/** An engine as it is measured: undefined is this server's own. */
export type MeasuredEngine = DraftingEngine | undefined;

/**
 * Has an engine read one circle, and compares the result with what is expected.
 * @throws EngineError if the engine throws it, or if no part of its draft is based on an answer
 */
export async function scoreCircle(
  engine: MeasuredEngine,
  circle: CorpusCircle,
): Promise<SuccessfulScore> {
  const prepared = prepareCircle(circle, engine !== undefined);
  const began = performance.now();
  const draft =
    engine === undefined
      ? draftLocally(prepared, createGate(prepared))
      : await engine.generate(prepared.reading, async () => {});
  const tookMs = performance.now() - began;
  return { ...scoreDraft(circle, prepared, draft, engine?.kind ?? "local"), tookMs };
}

/** The score of a circle for which nothing was generated. */
export function scoreFailure(circle: CorpusCircle, failure: string, tookMs: number): CircleScore {
  return { ...emptyScore(circle, prepareCircle(circle)), failure, tookMs };
}

function emptyScore(circle: CorpusCircle, prepared: PreparedReading): Omit<CircleScore, "tookMs"> {
  const none = { name: 0, count: 0, everyone: 0, no_quote: 0 };
  return {
    circle,
    insights: undefined,
    hasRatings: hasRatings(prepared),
    missedByTitle: circle.expect.themes,
    missedByText: circle.expect.themes,
    sharedThemes: { shown: 0, right: 0 },
    strength: scoreSide(null, circle.expect.strength, 0),
    risk: scoreSide(null, circle.expect.risk, 0),
    quotes: 0,
    invalidQuotes: 0,
    claims: { made: none, shown: none },
  };
}

/**
 * Compares an engine's draft with what is expected.
 * @throws EngineError if no part of it is based on an answer
 */
export function scoreDraft(
  circle: CorpusCircle,
  prepared: PreparedReading,
  draft: InsightsDraft,
  kind: DraftingEngine["kind"],
): Omit<SuccessfulScore, "tookMs"> {
  const insights = verifyDraft(prepared, draft, kind);
  const { expect } = circle;
  const given = [...draft.quotes, ...listPoints(draft).flatMap(({ quotes }) => quotes)];
  const { themes, top_risk, top_strength, asked } = insights.content;
  const shared = themes.filter(({ people_count }) => people_count > 1);
  const source = findViewSource(insights);
  const { sentiment } = insights;
  return {
    ...emptyScore(circle, prepared),
    insights,
    ...(source && { view: { source, sentiment, isRight: sentiment === expect.sentiment } }),
    missedByTitle: expect.themes.filter((words) => !themes.some(({ text }) => has(text, words))),
    missedByText: expect.themes.filter((words) => !themes.some((theme) => pointHas(theme, words))),
    sharedThemes: {
      shown: shared.length,
      right: shared.filter(({ text }) => expect.themes.some((words) => has(text, words))).length,
    },
    strength: scoreSide(top_strength, expect.strength, asked.strengths.question_ids.length),
    risk: scoreSide(top_risk, expect.risk, asked.worries.question_ids.length),
    quotes: given.length,
    invalidQuotes: given.filter((quote) => !isVerbatim(prepared, quote)).length,
    claims: {
      made: countMade(circle, prepared, draft, kind),
      shown: countShown(circle, draft, insights, kind),
    },
  };
}

type Texts = { text: string; quotes: { text: string }[] };

/** An absent list is not judged; of an empty one, nothing is right. */
const scoreSide = (
  point: Texts | null,
  words: readonly string[] | undefined,
  questions: number,
): SideScore => ({
  isAsked: questions > 0,
  isExpected: words !== undefined && words.length > 0,
  speaks: point !== null && words !== undefined,
  isRight: point !== null && pointHas(point, words ?? []),
});

/** The title has to say it, or most of the quotes. */
const pointHas = ({ text, quotes }: Texts, words: readonly string[]) =>
  has(text, words) || quotes.filter((quote) => has(quote.text, words)).length * 2 > quotes.length;

function has(text: string, wordStarts: readonly string[]): boolean {
  const small = text.toLowerCase();
  return wordStarts.some((start) =>
    new RegExp(`(?<!\\p{L})${start.toLowerCase()}`, "u").test(small),
  );
}

const isVerbatim = (prepared: PreparedReading, quote: { answer: string; text: string }) =>
  locate(prepared.answers.get(quote.answer)?.text ?? "", quote.text) !== undefined;

const listPoints = ({ themes, top_strength, top_risk }: InsightsDraft) =>
  [...themes, top_strength, top_risk].filter((point) => point !== null);

/** A title that is a whole quote makes no claim, so it is put in quotation marks. */
const formatTitle = ({ text, quotes }: Texts) =>
  quotes.some((quote) => quote.text === text) ? `“${text}”` : text;

/**
 * Counts the claims in a draft. The local engine composes its sentences of counts and quotes, so only a model's are
 * judged.
 */
function countMade(
  { names = [] }: CorpusCircle,
  prepared: PreparedReading,
  draft: InsightsDraft,
  kind: DraftingEngine["kind"],
): ClaimCounts {
  const points = listPoints(draft);
  const supported = [
    ...points.map(({ quotes }) => quotes),
    ...(draft.next_step_suggestion === "" || kind === "local" ? [] : [draft.suggestion_quotes]),
  ];
  return countClaims({
    prose: kind === "local" ? [] : listProse(draft),
    titles: points.map(formatTitle),
    names: prepared.is_anonymous ? names : [],
    unsupported: supported.filter((quotes) => !quotes.some((quote) => isVerbatim(prepared, quote)))
      .length,
  });
}

/**
 * Counts the claims in the verified insights. Of their sentences, only those that the engine wrote are judged, not
 * those that the product adds.
 */
function countShown(
  { names = [], is_anonymous: isAnonymous = false }: CorpusCircle,
  draft: InsightsDraft,
  insights: VerifiedInsights,
  kind: DraftingEngine["kind"],
): ClaimCounts {
  const { content } = insights;
  const written = new Set(listProse(draft).flatMap(splitSentences));
  const shown = [
    insights.sentiment_explanation,
    insights.summary_paragraph,
    insights.next_step_suggestion,
  ];
  const points = [...content.themes, content.top_strength, content.top_risk].filter(
    (point) => point !== null,
  );
  const suggests = kind === "model" && written.has(insights.next_step_suggestion);
  const counts = countClaims({
    prose: kind === "local" ? [] : shown.flatMap(splitSentences).filter((s) => written.has(s)),
    titles: points.map(formatTitle),
    names: [],
    unsupported: [
      ...points.map(({ quotes }) => quotes),
      ...(suggests ? [content.suggestion_quotes] : []),
    ].filter((quotes) => quotes.length === 0).length,
  });
  const quoted = [
    ...content.quotes,
    ...content.suggestion_quotes,
    ...points.flatMap(({ quotes }) => quotes),
  ].map(({ text }) => text);
  const everything = countClaims({
    prose: [...shown, ...quoted],
    titles: points.map(formatTitle),
    names: isAnonymous ? names : [],
    unsupported: 0,
  });
  return { ...counts, name: everything.name };
}

/** The source of the overall view; undefined if there is none. */
function findViewSource({ content }: VerifiedInsights): ViewSource | undefined {
  const { source } = content.overall;
  return source === "none" ? undefined : source;
}

const ratersNeeded = 3;

/** Whether enough people gave a rating whose direction is known. */
function hasRatings({ ratings }: PreparedReading): boolean {
  const known = ratings.filter(({ direction }) => direction !== undefined);
  return new Set(known.map(({ person }) => person)).size >= ratersNeeded;
}
