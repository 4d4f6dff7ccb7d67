const numberWords = [
  "none",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
];

/** The mean of ratings given as counts for 1, 2, 3, 4, 5; 0 if there are none. */
export function meanOfRatings(counts: readonly number[]): number {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const weighted = counts.reduce((sum, count, index) => sum + count * (index + 1), 0);
  return total === 0 ? 0 : weighted / total;
}

/** The content of a strip plot as text: "Ratings: one at 3, one at 4, two at 5. Average 4.3 of 5." */
export function ratingsSentence(counts: readonly number[]): string {
  const parts = counts.flatMap((count, index) =>
    count > 0 ? [`${numberWords[count] ?? count} at ${index + 1}`] : [],
  );
  if (parts.length === 0) return "No ratings yet.";
  return `Ratings: ${parts.join(", ")}. Average ${meanOfRatings(counts).toFixed(1)} of 5.`;
}
