import { questionAsAsked, type ReadableResponse } from "#contract/feedback/feedback.ts";
import { limits } from "#contract/limits.ts";
import { questionLabel } from "./answer-view.tsx";

/** How one rating question was answered by everyone who was asked it with this text. */
interface RatingSummary {
  key: string;
  label: string;
  low: string;
  high: string;
  /** How many chose 1, 2, 3, 4, 5. */
  counts: number[];
}

/** One summary per rating question that has an answer, as it was asked, in order of first appearance. */
export function summarizeRatings(responses: readonly ReadableResponse[]): RatingSummary[] {
  const summaries = new Map<string, RatingSummary>();
  for (const answer of responses.flatMap((response) => response.answers)) {
    if (answer.type !== "rating") continue;
    const key = questionAsAsked(answer);
    const summary = summaries.get(key) ?? {
      key,
      label: questionLabel(answer),
      low: answer.rating_labels?.low ?? "",
      high: answer.rating_labels?.high ?? "",
      counts: Array.from({ length: limits.rating_max }, () => 0),
    };
    const place = Number(answer.answer) - limits.rating_min;
    summary.counts[place] = (summary.counts[place] ?? 0) + 1;
    summaries.set(key, summary);
  }
  return [...summaries.values()];
}
