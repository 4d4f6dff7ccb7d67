import type { Insights, InsightsContent, Point, Quote } from "#contract/insights/insights.ts";
import { type CircleTexts, prepareReading, type StoredResponse } from "../prepare-reading.ts";
import { authorCheckVersion, quoteRevealsAuthor, textRevealsAuthor } from "./author-check.ts";
import { quotationsIn, sentencesOf } from "./check-prose.ts";
import { explainSentiment } from "./explain-sentiment.ts";
import { locateRedacted } from "./locate-quote.ts";
import { summarizeThemes } from "./summarize.ts";
import { containsUnknownName, unknownNamesIn } from "./unknown-names.ts";
import { createPoint, noSuggestion } from "./verify-draft.ts";

/** The texts in stored insights. */
type Words = Pick<
  Insights,
  | "sentiment_explanation"
  | "summary_paragraph"
  | "key_themes"
  | "highlighted_quotes"
  | "next_step_suggestion"
> & { content: InsightsContent; response_ids: readonly string[] };

/**
 * Removes from an anonymous circle's insights everything that reveals an author. This is done when new insights are
 * stored, and when insights are read that were stored before the check existed or with an earlier version of it. All
 * are checked in the same way: by the sentences of the answers that they quote or mention. A revealing passage is
 * removed here but stays in its answer, and a quote that is found in no answer is removed too.
 * @param responses all that may be read now
 */
export function withoutAuthorHints<Stored extends Words>(
  stored: Stored,
  circle: CircleTexts,
  responses: readonly StoredResponse[],
): Stored & { author_check: number } {
  const { content } = stored;
  const read = new Set(stored.response_ids);
  // The answers are read as people wrote them, because the names that redaction removes depend on the circle's title,
  // which may have changed.
  const prepared = prepareReading(
    { ...circle, is_anonymous: false },
    responses.map((response) => ({ ...response, use_in_insights: read.has(response.id) })),
  );
  const answers = [...prepared.answers.values()];

  const mayStay = ({ response_id, question_id, text }: Quote) =>
    answers.some((answer) => {
      if (answer.response_id !== response_id || answer.question_id !== question_id) return false;
      const found = locateRedacted(answer.text, text);
      return found !== undefined && !quoteRevealsAuthor(answer.text, found);
    });
  const pointOf = (point: Point | null) => {
    if (point === null || textRevealsAuthor(prepared, point.text)) return null;
    if (containsUnknownName(prepared, point.text)) return null;
    const quotes = point.quotes.filter(mayStay);
    return quotes.length === 0 ? null : createPoint(point.text, quotes);
  };
  const points = [...content.themes, content.top_strength, content.top_risk];
  const names = points.flatMap((point) => unknownNamesIn(prepared, point?.text ?? ""));
  const prose = (text: string, instead: string) => {
    if (names.some((name) => text.toLowerCase().includes(name))) return instead;
    const isQuoting = quotationsIn(text).some((quoted) =>
      answers.some((answer) => {
        const found = locateRedacted(answer.text, quoted);
        return found !== undefined && quoteRevealsAuthor(answer.text, found);
      }),
    );
    if (isQuoting) return instead;
    const kept = sentencesOf(text).filter((sentence) => !textRevealsAuthor(prepared, sentence));
    return kept.join(" ") || instead;
  };

  const quotes = content.quotes.filter(mayStay);
  const themes = content.themes.flatMap((theme) => pointOf(theme) ?? []);
  const overall =
    content.overall?.source === "model"
      ? { ...content.overall, quotes: content.overall.quotes.filter(mayStay) }
      : (content.overall ?? null);
  return {
    ...stored,
    author_check: authorCheckVersion,
    sentiment_explanation: prose(
      stored.sentiment_explanation,
      explainSentiment(overall, content.people),
    ),
    summary_paragraph: prose(
      stored.summary_paragraph,
      summarizeThemes(themes, content.people.length),
    ),
    key_themes: themes.map(({ text }) => text),
    highlighted_quotes: quotes.map(({ text }) => text),
    next_step_suggestion: prose(stored.next_step_suggestion, noSuggestion),
    content: {
      ...content,
      overall,
      themes,
      quotes,
      top_strength: pointOf(content.top_strength),
      top_risk: pointOf(content.top_risk),
      suggestion_quotes: content.suggestion_quotes.filter(mayStay),
    },
  };
}
