/** Letters of scripts without spaces between words, or without one between a name and what belongs to it. */
export const spaceless =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}";
const isSpaceless = new RegExp(`^[${spaceless}\\p{M}]+$`, "v");

/** A name written as one word, in either order; none if its script puts a space between the parts. */
export function joinedNames(parts: readonly string[]): string[] {
  const isJoined = parts.length > 1 && parts.every((part) => isSpaceless.test(part));
  return isJoined ? [parts.join(""), parts.toReversed().join("")] : [];
}

/** A name as it is written on a keyboard that lacks its letters: Mueller for Müller. */
export function transliterate(name: string): string {
  return name
    .replace(/[äöü]/giu, (vowel) => `${foldName(vowel).text}e`)
    .replace(/ø/giu, "oe")
    .replace(/å/giu, "aa");
}

const plainLetters: Readonly<Record<string, string>> = {
  ø: "o",
  Ø: "O",
  ß: "ss",
  ẞ: "SS",
  æ: "ae",
  Æ: "Ae",
  œ: "oe",
  Œ: "Oe",
  ł: "l",
  Ł: "L",
  đ: "d",
  Đ: "D",
  ð: "d",
  Ð: "D",
  þ: "th",
  Þ: "Th",
  ħ: "h",
  Ħ: "H",
  ı: "i",
};

/**
 * A text without accents and invisible characters. `at` says where in the original text each code unit comes from, and
 * ends with the length of the original.
 */
export function foldName(text: string): { text: string; at: number[] } {
  let folded = "";
  const at: number[] = [];
  let index = 0;
  for (const character of text) {
    const plain =
      plainLetters[character] ??
      character
        .normalize("NFKD")
        .replace(/[\u0300-\u036f]|\p{Cf}/gu, "")
        .normalize("NFC");
    folded += plain;
    for (let unit = 0; unit < plain.length; unit += 1) at.push(index);
    index += character.length;
  }
  return { text: folded, at: [...at, index] };
}
