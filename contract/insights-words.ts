import type { Insights } from "./insights.ts";

/** Stands beside insights that are `is_unsure`, on the screen and on paper. */
export const unsure_words =
  "Much of it is in words that could not be read well, so sentiment and themes are unsure. Counts, ratings and quotes are right.";

/** Who made insights, of what, and what was left out: a sentence or two. */
export function describeMaking({ engine, responses_count, left_out }: Insights): string {
  const made =
    engine.kind === "local"
      ? `Put together on this server from what ${responses_count} people wrote. It finds and counts their sentences; it does not understand them.`
      : `Written by ${engine.name} from what ${responses_count} people wrote. Every quote and count was checked against their answers.`;
  const { junk_answers, opted_out } = left_out;
  const parts = [
    junk_answers > 0 &&
      `${junk_answers} ${junk_answers === 1 ? "answer that says" : "answers that say"} nothing`,
    opted_out > 0 &&
      `${opted_out} ${opted_out === 1 ? "person who" : "people who"} did not agree to it`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? made : `${made} Left out: ${parts.join(", ")}.`;
}

/** How many of the people a theme, a strength or a risk rests on. */
export function countVoices(count: number, people_count: number): string {
  return count === 1 ? "One voice" : `${count} of ${people_count} people`;
}
