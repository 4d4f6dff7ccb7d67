/**
 * How a text is stored: line ends and accented letters as one character each (NFC), nothing around it. Both sides count
 * what this returns.
 */
export function trimText(text: string): string {
  return text.replace(/\r\n?/g, "\n").normalize().trim();
}

/**
 * How a title, a name or a label is stored: as {@link trimText}, and on one line. What would end the line, or any other
 * control character, counts as a space, as it does for a field of one line in a browser.
 */
export function toLine(text: string): string {
  const parts = text.split(/[\p{Cc}\u2028\u2029]+/u).map((part) => part.trim());
  return trimText(parts.filter((part) => part !== "").join(" "));
}

/** The length that the limits speak of: UTF-16 units of the trimmed text, as every browser counts them. */
export function countCharacters(text: string): number {
  return trimText(text).length;
}

/** PostgreSQL stores neither U+0000 nor half of a surrogate pair; refused here with a sentence instead of failing there. */
export function isStorableText(text: string): boolean {
  return !text.includes("\u0000") && text.isWellFormed();
}
