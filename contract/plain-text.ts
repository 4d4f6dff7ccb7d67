/** How a text is stored: line ends as one character, nothing around it. Both sides count what this returns. */
export function trimText(text: string): string {
  return text.replace(/\r\n?/g, "\n").trim();
}

/** The length that the limits speak of: UTF-16 units of the trimmed text, as every browser counts them. */
export function countCharacters(text: string): number {
  return trimText(text).length;
}

/** PostgreSQL stores neither U+0000 nor half of a surrogate pair; refused here with a sentence instead of failing there. */
export function isStorableText(text: string): boolean {
  return !text.includes("\u0000") && text.isWellFormed();
}
