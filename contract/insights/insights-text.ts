import { isolate } from "../values/isolate.ts";
import type { Insights, Point, Quote } from "./insights.ts";

/** The remark on languages in which neither strengths nor worries are looked for; undefined if there are none. */
export function describeUnreadLanguages({
  unread_languages: codes,
}: Pick<Insights, "unread_languages">): string | undefined {
  if (codes.length === 0) return undefined;
  const names = new Intl.DisplayNames("en", { type: "language" });
  const languages = codes.map((code) => names.of(code) ?? code).join(", ");
  return `Strengths and worries cannot be found in answers in ${languages}.`;
}

export type Side = "strengths" | "worries";

/** What is certain of what several people name: what they were asked. Whether it is good or bad is in their words. */
export const askedAbout = {
  strengths: "Asked about strengths",
  worries: "Asked what worries them",
} as const satisfies Record<Side, string>;

const sideTexts = {
  strengths: { key: "top_strength", none: "No strength could be counted with certainty" },
  worries: { key: "top_risk", none: "No worry could be counted with certainty" },
} as const;

/**
 * One sentence: what several people name as a strength or a worry, or that none could be counted. Undefined if no
 * question asked for it.
 * The count is the least that is certain: a person is not counted whose words could be read otherwise.
 */
export function describeSide(
  side: Side,
  insights: Pick<Insights, "top_strength" | "top_risk" | "asked">,
): string | undefined {
  const { key, none } = sideTexts[side];
  const { people_count: answered, question_ids } = insights.asked[side];
  const point = insights[key];
  if (point !== null && answered > 0) {
    return `${askedAbout[side]}, ${atLeast(point.people_count, answered)} of ${answered} mention: ${isolate(point.text)}`;
  }
  return question_ids.length === 0 ? undefined : none;
}

const atLeast = (count: number, all: number) => (count < all ? `at least ${count}` : `${count}`);

const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The sentence beneath the heading of the themes. */
export const describeThemes = ({ themes }: Pick<Insights, "themes">): string =>
  themes.some(({ people_count }) => people_count === 1)
    ? "Words that people use. What they mean by them is in their answers."
    : "Words that several people use. What they mean by them is in their answers.";

/** The remark on insights of which a text question asks for something else since. */
export const rolesChangedNote =
  "You changed what a question asks for. Regenerate the insights to update strengths, worries and advice.";

/** What made the insights, and what was left out: one or two sentences. */
export function describeGeneration({ engine, left_out }: Insights): string {
  const made =
    engine.kind === "local"
      ? "Counted on this server from what people wrote."
      : `Written by ${engine.name} from what people wrote. Every quote and count was checked against their answers.`;
  const { junk_answers, opted_out } = left_out;
  const parts = [
    junk_answers > 0 &&
      `${junk_answers} ${junk_answers === 1 ? "answer that says" : "answers that say"} nothing`,
    opted_out > 0 &&
      `${opted_out} ${opted_out === 1 ? "person who" : "people who"} did not agree to have their answers used for these insights`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? made : `${made} Left out: ${parts.join(", ")}.`;
}

/** How many people a theme, a strength or a risk is based on: at least, because some may say it in other words. */
export function describePeopleBehind(count: number, peopleCount: number): string {
  return count === 1
    ? "One voice"
    : `${upperFirst(atLeast(count, peopleCount))} of ${peopleCount} people`;
}

/** The first quote of each person: a point may be based on several answers by the same person. */
export function oneQuotePerPerson({ quotes }: Pick<Point, "quotes">): Quote[] {
  const people = new Set<string>();
  return quotes.filter(({ response_id }) => {
    const isFirst = !people.has(response_id);
    people.add(response_id);
    return isFirst;
  });
}
