import type { Insights } from "./insights.ts";

/** Shown with insights that are `is_unsure`, on the screen and in print. */
export const unsureNote =
  "Much of the wording could not be analysed well, so sentiment and themes are uncertain. Counts, ratings and quotes are correct.";

/** What made the insights, from how much, and what was left out: one or two sentences. */
export function describeGeneration({ engine, responses_count, left_out }: Insights): string {
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

/** How many people a theme, a strength or a risk is based on. */
export function describePeopleBehind(count: number, peopleCount: number): string {
  return count === 1 ? "One voice" : `${count} of ${peopleCount} people`;
}
