/** Joins parts as in "the title, the questions, and the deadline". */
export function joinInSentence(parts: readonly string[]): string {
  return new Intl.ListFormat("en", { type: "conjunction" }).format(parts);
}
