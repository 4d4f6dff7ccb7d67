import type { Insights, MarkChange, Point, Quote } from "./insights.ts";

/** The remark on insights that are `is_unsure`, on the screen and in print. A counted view is not uncertain. */
export function describeUncertainty({ overall }: Pick<Insights, "overall">): string {
  const isGuessed = overall === null || overall.source === "model" || overall.source === "words";
  const uncertain = isGuessed ? "sentiment and themes are" : "themes are";
  return `Much of the wording could not be analysed well, so ${uncertain} uncertain. Counts, ratings and quotes are correct.`;
}

/** The remark on insights whose questions the owner has marked differently since; undefined if they have not. */
export function describeMarksChanged({
  marks_changed,
}: Pick<Insights, "marks_changed">): string | undefined {
  return marksChangedTexts[marks_changed];
}

const marksChangedTexts: Record<MarkChange, string | undefined> = {
  none: undefined,
  counted_again: "You changed how a question is read. The overall view has been counted again.",
  read_otherwise:
    "You changed how a question is read. The ratings have been recounted. Regenerate the insights to update the rest.",
};

/** What made the insights, from how much, and what was left out: one or two sentences. */
export function describeGeneration({ engine, responses_count, left_out }: Insights): string {
  const made =
    engine.kind === "local"
      ? `Put together on this server from what ${responses_count} people wrote. The server finds and counts their sentences; it does not understand them.`
      : `Written by ${engine.name} from what ${responses_count} people wrote. Every quote and count was checked against their answers.`;
  const { junk_answers, opted_out } = left_out;
  const parts = [
    junk_answers > 0 &&
      `${junk_answers} ${junk_answers === 1 ? "answer that says" : "answers that say"} nothing`,
    opted_out > 0 &&
      `${opted_out} ${opted_out === 1 ? "person who" : "people who"} did not agree to have their answers used for these insights`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? made : `${made} Left out: ${parts.join(", ")}.`;
}

/** How many people a theme, a strength or a risk is based on. */
export function describePeopleBehind(count: number, peopleCount: number): string {
  return count === 1 ? "One voice" : `${count} of ${peopleCount} people`;
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
