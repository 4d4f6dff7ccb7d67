import type { Insights } from "#contract/insights/insights.ts";
import type { StoredResponse } from "./prepare-reading.ts";
import type { CountedInsights } from "./recount.ts";

/** Stored insights in the form in which they are shown; `responses` are those that may be read now. */
export function toInsights(row: CountedInsights, responses: readonly StoredResponse[]): Insights {
  const read = new Set(row.response_ids);
  return {
    ...row.content,
    circle_id: row.circle_id,
    sentiment: row.sentiment,
    sentiment_explanation: row.sentiment_explanation,
    summary_paragraph: row.summary_paragraph,
    key_themes: row.content.themes.map(({ text }) => text),
    highlighted_quotes: row.content.quotes.map(({ text }) => text),
    next_step_suggestion: row.next_step_suggestion,
    engine: { kind: row.engine_kind, name: row.engine_name },
    new_responses_count: responses.filter(
      ({ id, use_in_insights }) => use_in_insights && !read.has(id),
    ).length,
    set_aside_count: row.response_ids.length - responses.filter(({ id }) => read.has(id)).length,
    marks_changed: row.marks_changed,
    updated_at: row.updated_at.toISOString(),
  };
}
