/** Letters of scripts that put no space between words, or none between a name and what belongs to it. */
export const spaceless =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}";
const isSpaceless = new RegExp(`^[${spaceless}\\p{M}]+$`, "v");

/** A name written as one word, in either order; none where its parts are written with a space between. */
export function joinedNames(parts: readonly string[]): string[] {
  const isJoined = parts.length > 1 && parts.every((part) => isSpaceless.test(part));
  return isJoined ? [parts.join(""), parts.toReversed().join("")] : [];
}

/** As names are written where a keyboard lacks their letters: Müller, Mueller. */
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
 * A text without accents and invisible characters; `at` says where in the text each of its code units comes from, and
 * ends with the text's length.
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
