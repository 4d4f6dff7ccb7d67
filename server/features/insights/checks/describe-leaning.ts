import type { Sentiment } from "#contract/insights/insights.ts";

const wordsFor: Record<Sentiment, string> = {
  positive: "mostly in favour",
  concerned: "mostly concerned",
  mixed: "of two minds",
  other: "hard to place",
};

/** How the people lean, counted: "Of 4 people, 3 are mostly in favour and 1 is mostly concerned." */
export function describeLeaning(people: readonly Sentiment[]): string {
  const parts = (["positive", "concerned", "mixed", "other"] as const).flatMap((sentiment) => {
    const count = people.filter((entry) => entry === sentiment).length;
    if (count === 0) return [];
    const verb = count === people.length ? "all are" : count === 1 ? "1 is" : `${count} are`;
    return [`${verb} ${wordsFor[sentiment]}`];
  });
  return `Of ${people.length} people, ${joinInWords(parts)}.`;
}

/** "a, b and c". */
export function joinInWords(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}
