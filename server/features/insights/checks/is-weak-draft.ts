import type { InsightsDraft } from "../engine.ts";
import type { PreparedReading } from "../prepare-reading.ts";
import { sentencesOf } from "./check-prose.ts";
import { locate } from "./locate-quote.ts";
import type { VerifiedInsights } from "./verify-draft.ts";

/** A model's draft counts as weak if more than this share of its quotes is invented. */
const maxInvented = 0.25;

/**
 * Whether the checks had to remove so much of a model's draft that the model seems unfit: more than a quarter of its
 * quotes appear in no answer, or nothing is left of its summary.
 */
export function isWeakDraft(
  { answers }: Pick<PreparedReading, "answers">,
  draft: InsightsDraft,
  { summary_paragraph }: Pick<VerifiedInsights, "summary_paragraph">,
): boolean {
  const points = [...draft.themes, draft.top_strength, draft.top_risk];
  const quotes = [
    ...draft.quotes,
    ...draft.suggestion_quotes,
    ...points.flatMap((point) => point?.quotes ?? []),
  ];
  const invented = quotes.filter(
    ({ answer, text }) => locate(answers.get(answer)?.text ?? "", text) === undefined,
  );
  const written = sentencesOf(draft.summary_paragraph.trim());
  const isSummaryGone = !written.some((sentence) => summary_paragraph.includes(sentence));
  return invented.length > maxInvented * quotes.length || isSummaryGone;
}
