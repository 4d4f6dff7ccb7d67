import { findAuthorHint } from "#contract/giveaways.ts";
import type { Insights, InsightsContent, Point } from "#contract/insights.ts";
import { countPeopleInWords } from "./count-people.ts";
import { makePoint, no_suggestion, summarizeThemes } from "./verify-draft.ts";

/** What of stored insights is words. */
type Words = Pick<
  Insights,
  | "sentiment_explanation"
  | "summary_paragraph"
  | "key_themes"
  | "highlighted_quotes"
  | "next_step_suggestion"
> & { content: InsightsContent };

const tells = (text: string) => findAuthorHint(text) !== undefined;

/**
 * Insights as they are read. Those of an anonymous paraline that were stored before drafts were checked for it lose what
 * tells who wrote an answer; it stays in the answer.
 */
export function withoutAuthorHints<Stored extends Words>(
  stored: Stored,
  { is_anonymous }: { is_anonymous: boolean },
): Stored {
  if (!is_anonymous) return stored;
  const { content } = stored;
  const quotes = content.quotes.filter(({ text }) => !tells(text));
  const themes = content.themes.flatMap((theme) => pointWithout(theme) ?? []);
  const people = content.people.map(({ sentiment }) => sentiment);
  const or = (text: string, instead: string) => (tells(text) ? instead : text);
  return {
    ...stored,
    sentiment_explanation: or(stored.sentiment_explanation, countPeopleInWords(people)),
    summary_paragraph: or(stored.summary_paragraph, summarizeThemes(themes, people.length)),
    key_themes: themes.map(({ text }) => text),
    highlighted_quotes: quotes.map(({ text }) => text),
    next_step_suggestion: or(stored.next_step_suggestion, no_suggestion),
    content: {
      ...content,
      themes,
      quotes,
      top_strength: pointWithout(content.top_strength),
      top_risk: pointWithout(content.top_risk),
      suggestion_quotes: content.suggestion_quotes.filter(({ text }) => !tells(text)),
    },
  };
}

function pointWithout(point: Point | null): Point | null {
  if (point === null || tells(point.text)) return null;
  const quotes = point.quotes.filter(({ text }) => !tells(text));
  return quotes.length === 0 ? null : makePoint(point.text, quotes);
}
