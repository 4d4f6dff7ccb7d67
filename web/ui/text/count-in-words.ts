const numberWords = ["One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"];

/** A count that starts a sentence: "Four", "12". */
export function countInWords(count: number): string {
  return numberWords[count - 1] ?? String(count);
}
