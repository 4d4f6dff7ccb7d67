import type { Insights } from "#contract/insights/insights.ts";
import { noTallies } from "#contract/question-types/tallies.ts";
import type { CheckedInsights } from "./find-insights.ts";
import type { StoredResponse } from "./prepare-reading.ts";

/**
 * Insights that were stored before choices existed have no list of them, and do not tell where their sentiment comes
 * from.
 */
const notStoredBefore = { ...noTallies, overall: null };

/** Stored insights in the form in which they are shown; `responses` are those that may be read now. */
export function toInsights(row: CheckedInsights, responses: readonly StoredResponse[]): Insights {
  const read = new Set(row.response_ids);
  return {
    ...notStoredBefore,
    ...row.content,
    circle_id: row.circle_id,
    sentiment: row.sentiment,
    sentiment_explanation: row.sentiment_explanation,
    summary_paragraph: row.summary_paragraph,
    key_themes: row.key_themes,
    highlighted_quotes: row.highlighted_quotes,
    next_step_suggestion: row.next_step_suggestion,
    engine: { kind: row.engine_kind, name: row.engine_name },
    responses_count: row.content.people.length,
    new_responses_count: responses.filter(
      ({ id, use_in_insights }) => use_in_insights && !read.has(id),
    ).length,
    set_aside_count: row.response_ids.length - responses.filter(({ id }) => read.has(id)).length,
    marks_changed: row.marks_changed,
    updated_at: row.updated_at.toISOString(),
  };
}
