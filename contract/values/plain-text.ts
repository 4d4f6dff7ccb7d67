/**
 * A text as it is stored: trimmed, with normalized line endings and accented letters as one character each (NFC). The
 * browser and the server both count the length of this.
 */
export function trimText(text: string): string {
  return text.replace(/\r\n?/g, "\n").normalize().trim();
}

/**
 * A title, a name or a label as it is stored: like {@link trimText}, but on one line. Line breaks and other control
 * characters become spaces, as in a browser's one-line field. Invisible characters are left out, so that two names that
 * look alike are equal.
 */
export function toLine(text: string): string {
  const parts = withoutInvisible(text)
    .split(/[\p{Cc}\u2028\u2029]+/u)
    .map((part) => part.trim());
  return trimText(parts.filter((part) => part !== "").join(" "));
}

/** Invisible format characters. Some others in their category are visible signs that precede a number. */
const invisible = /(?=\p{Default_Ignorable_Code_Point})\p{Cf}/gu;
const joiners = /^[\u200c\u200d]$/;
const beforeJoinedEmoji = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)$/u;
const emojiAfterJoiner = /^\p{Extended_Pictographic}/u;
/**
 * Letters of scripts in which a joiner changes how the letters beside it are written: Arabic, Mongolian and those of
 * South Asia.
 */
const joinedLetter =
  /^[\p{sc=Arab}\p{sc=Syrc}\p{sc=Mong}\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}\p{sc=Khmr}\p{sc=Mymr}]$/u;
/** The flags of England, Scotland and Wales are a black flag followed by invisible letters. */
const tag = /^[\u{e0020}-\u{e007f}]$/u;
const flagWithTags = /\u{1f3f4}[\u{e0020}-\u{e007e}]*$/u;

function withoutInvisible(text: string): string {
  return text.replace(invisible, (character, at: number) => {
    const before = text.slice(Math.max(0, at - 20), at);
    const after = text.slice(at + 1, at + 3);
    if (tag.test(character)) return flagWithTags.test(before) ? character : "";
    if (!joiners.test(character)) return "";
    const joinsEmoji = beforeJoinedEmoji.test(before) && emojiAfterJoiner.test(after);
    const followsLetter = joinedLetter.test(text.charAt(at - 1));
    // At the end of a word a joiner still changes its last letter; a non-joiner does not.
    const isWritten =
      character === "\u200d"
        ? joinsEmoji || followsLetter
        : followsLetter && joinedLetter.test(text.charAt(at + 1));
    return isWritten ? character : "";
  });
}

/** The length that the limits refer to: UTF-16 units of the trimmed text, as every browser counts them. */
export function countCharacters(text: string): number {
  return trimText(text).length;
}

/**
 * PostgreSQL stores neither U+0000 nor half of a surrogate pair. They are refused here with a message instead of
 * failing there.
 */
export function isStorableText(text: string): boolean {
  return !text.includes("\u0000") && text.isWellFormed();
}
