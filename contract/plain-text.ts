/**
 * How a text is stored: normalized line endings, accented letters as one character each (NFC), trimmed. Both
 * sides count what this returns.
 */
export function trimText(text: string): string {
  return text.replace(/\r\n?/g, "\n").normalize().trim();
}

/**
 * How a title, a name or a label is stored: like {@link trimText}, on one line. Line breaks and other control
 * characters become spaces, as in a browser's one-line field.
 */
export function toLine(text: string): string {
  const parts = text.split(/[\p{Cc}\u2028\u2029]+/u).map((part) => part.trim());
  return trimText(parts.filter((part) => part !== "").join(" "));
}

/** The length the limits refer to: UTF-16 units of the trimmed text, as every browser counts them. */
export function countCharacters(text: string): number {
  return trimText(text).length;
}

/**
 * PostgreSQL stores neither U+0000 nor half of a surrogate pair; refused here with a message instead of failing there.
 */
export function isStorableText(text: string): boolean {
  return !text.includes("\u0000") && text.isWellFormed();
}
