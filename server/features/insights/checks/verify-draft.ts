import type { InsightsContent, Point, Quote, Sentiment } from "#contract/insights/insights.ts";
import { limits } from "#contract/limits.ts";
import { type DraftPoint, type DraftQuote, EngineError, type InsightsDraft } from "../engine.ts";
import { listPeople } from "../list-people.ts";
import { decideOverallView } from "../overall-view.ts";
import type { PreparedReading } from "../prepare-reading.ts";
import { dropUnsupportedSentences, isGrounded, revealsAuthor } from "./check-prose.ts";
import { explainSentiment } from "./explain-sentiment.ts";
import { shortenTitle } from "./shorten-title.ts";
import { summarizeFindings, summarizeThemes } from "./summarize.ts";
import { containsUnknownName } from "./unknown-names.ts";
import { distinct, verifyQuote } from "./verify-quote.ts";

/** Insights of which every quote and count has been checked against the answers. */
export interface VerifiedInsights {
  sentiment: Sentiment;
  sentiment_explanation: string;
  summary_paragraph: string;
  next_step_suggestion: string;
  content: InsightsContent;
}

const maxThemes = 8;
/** More themes than are shown, because some are dropped. A model is asked for at most six. */
const themesChecked = 16;
/** Enough for the quotes that a model is asked for: one from each person. */
const quotesChecked = 2 * limits.peopleMax;
const maxQuotes = 6;
const nameCharacters = 120;
/** The most words that a model is asked for in the title of a theme, and in that of a strength or a risk. */
const themeWords = 3;
const pointWords = 5;

/**
 * Verifies the draft of any engine. Quotes that do not appear verbatim in their answer are dropped, and people are
 * counted by the remaining quotes. A model's own sentences are dropped if no quote supports them or if they contain
 * what they must not: counts; quotes, numbers and names that no one wrote; addresses. A theme, strength or risk with
 * such a title is dropped as well. A model's title that has too many words is replaced by words of its quotes. For an
 * anonymous circle, nothing that reveals an author remains. Source: docs/product.md, Insights.
 * @throws EngineError if no part of the draft is based on an answer
 */
export function verifyDraft(
  prepared: PreparedReading,
  draft: InsightsDraft,
  kind: "local" | "model",
): VerifiedInsights {
  const verifyQuotes = (given: readonly DraftQuote[]) =>
    distinct(given.slice(0, quotesChecked).flatMap((entry) => verifyQuote(prepared, entry) ?? []));
  const mayName = (text: string) =>
    !(prepared.is_anonymous && containsUnknownName(prepared, text)) &&
    !revealsAuthor(prepared, text) &&
    (kind === "local" || isGrounded(prepared, text));
  const point = (given: DraftPoint | null, titleWords: number) => {
    if (given === null) return undefined;
    const quotes = verifyQuotes(given.quotes);
    const written = [...given.text.trim()].slice(0, nameCharacters).join("");
    if (!mayName(written)) return undefined;
    if (kind === "local") return createPoint(written, quotes);
    const text = shortenTitle(written, quotes, titleWords);
    return text !== undefined && mayName(text) ? createPoint(text, quotes) : undefined;
  };
  const themes = draft.themes
    .slice(0, themesChecked)
    .flatMap((given) => point(given, themeWords) ?? [])
    .filter(({ people_count }) => people_count > 0)
    .toSorted((a, b) => b.people_count - a.people_count)
    .slice(0, maxThemes);
  const quotes = verifyQuotes(draft.quotes).slice(0, maxQuotes);
  const writes = prepared.reading.people.some(({ answers }) =>
    answers.some(({ answer }) => "text" in answer),
  );
  if (writes && kind === "model" && themes.length === 0 && quotes.length === 0) {
    throw new EngineError("nothing that rests on an answer");
  }

  const {
    sentiment,
    overall,
    leanings: byPerson,
  } = decideOverallView(prepared, draft, kind, quotes);
  const people = listPeople(prepared.responses, byPerson, prepared.is_anonymous);
  const prose = (text: string, restsOn: readonly unknown[]) =>
    restsOn.length === 0 ? "" : dropUnsupportedSentences(prepared, text);
  const suggestionQuotes = verifyQuotes(draft.suggestion_quotes);
  const explanation =
    overall.source === "model" ? prose(draft.sentiment_explanation, [...themes, ...quotes]) : "";
  const supported = (given: DraftPoint | null) => {
    const made = point(given, pointWords);
    return made !== undefined && made.people_count > 0 ? made : null;
  };
  const strength = supported(draft.top_strength);
  const risk = supported(draft.top_risk);
  const summary =
    kind === "local"
      ? summarizeFindings(themes, strength, risk, people.length)
      : prose(draft.summary_paragraph, [...themes, ...quotes]) ||
        summarizeThemes(themes, people.length);
  // The local engine's own sentences are fixed, except for the quote in them.
  const suggestion =
    kind === "local" && suggestionQuotes.length === draft.suggestion_quotes.length
      ? draft.next_step_suggestion
      : prose(draft.next_step_suggestion, suggestionQuotes);
  return {
    sentiment,
    sentiment_explanation: explainSentiment(overall, people, explanation),
    summary_paragraph: summary,
    next_step_suggestion: suggestion || noSuggestion,
    content: {
      overall,
      themes,
      quotes,
      top_strength: strength,
      top_risk: risk,
      suggestion_quotes: suggestionQuotes,
      people,
      ...prepared.tallies,
      is_unsure: draft.is_unsure,
      left_out: prepared.left_out,
    },
  };
}

/** The suggestion that is shown if no answer contains one that may be repeated. */
export const noSuggestion = "Choose the answer that surprised you, and ask about it.";

/** A point with the number of people whose quotes support it. */
export function createPoint(text: string, quotes: Quote[]): Point {
  return {
    text,
    people_count: new Set(quotes.map(({ response_id }) => response_id)).size,
    quotes,
  };
}
