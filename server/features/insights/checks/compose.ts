import type { InsightsContent, Point } from "#contract/insights/insights.ts";
import { describeSpread, formatMean } from "#contract/insights/overall-text.ts";

const words = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");

/** "five"; from thirteen on "13". */
const countInWords = (count: number) => words[count] ?? String(count);

const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const themesNamed = 3;

type Findings = Pick<InsightsContent, "overall" | "themes" | "responses_count">;

/** A summary that only counts: who answered, what several people mention, and how they rate. */
export function composeSummary({ overall, themes, responses_count }: Findings): string {
  const people = responses_count === 1 ? "person" : "people";
  const shared = themes.filter(({ people_count }) => people_count > 1).slice(0, themesNamed);
  return [
    `${upperFirst(countInWords(responses_count))} ${people} answered.`,
    shared.length === 0 ? "No two mention the same." : `${upperFirst(listMentions(shared))}.`,
    ...describeRatings(overall),
  ].join(" ");
}

/** "three mention “money”, two “the move”". */
function listMentions(themes: readonly Point[]): string {
  return themes
    .map(({ text, people_count }, index) => {
      const count = countInWords(people_count);
      return index === 0 ? `${count} mention “${text}”` : `${count} “${text}”`;
    })
    .join(", ");
}

function describeRatings(overall: InsightsContent["overall"]): string[] {
  if (overall.source !== "stance" && overall.source !== "ratings") return [];
  const rated = `${formatMean(overall.mean)}, ${describeSpread(overall.spread)}`;
  return overall.source === "stance"
    ? [`Asked “${overall.label}”, they say ${rated}.`]
    : [`Their ratings average ${rated}.`];
}

/** What the owner may do next, if no answer gives advice that may be repeated. */
export function composeSuggestion(risk: Point | null): string {
  return risk === null
    ? noSuggestion
    : `Ask the ${countInWords(risk.people_count)} who mention “${risk.text}” what would have to change.`;
}

const noSuggestion = "Choose the answer that surprised you, and ask about it.";
