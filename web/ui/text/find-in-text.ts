/** A part of a text, from one index up to, but not including, another. */
export interface TextRange {
  from: number;
  to: number;
}

/** Letters that people search for without their mark, and that Unicode does not decompose. */
const plainLetters: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ł: "l",
  ı: "i",
};

/** A character in the form in which it is compared: without case, accents and invisible marks. */
function foldCharacter(character: string): string {
  if (/^\s$/u.test(character)) return " ";
  const base = character
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[\p{M}\p{Cf}]/gu, "");
  return [...base].map((letter) => plainLetters[letter] ?? letter).join("");
}

/** A text in the form in which it is compared, with the place of each of its characters in the original. */
function foldText(text: string): { folded: string; places: number[] } {
  let folded = "";
  const places: number[] = [];
  let index = 0;
  for (const character of text) {
    const part = foldCharacter(character);
    const isRepeatedSpace = part === " " && folded.endsWith(" ");
    if (!isRepeatedSpace) {
      folded += part;
      for (let unit = 0; unit < part.length; unit += 1) places.push(index);
    }
    index += character.length;
  }
  return { folded, places };
}

/**
 * Where a text contains the query, in order and without overlaps. Case, accents and the kind of space make no
 * difference. An empty query is not found.
 */
export function findInText(text: string, query: string): TextRange[] {
  const sought = foldText(query).folded.trim();
  if (sought === "") return [];
  const { folded, places } = foldText(text);
  const ranges: TextRange[] = [];
  for (
    let start = folded.indexOf(sought);
    start !== -1;
    start = folded.indexOf(sought, start + sought.length)
  ) {
    const from = places[start] ?? text.length;
    const last = places[start + sought.length - 1] ?? text.length;
    // A character may stand for several, such as ß for ss. A match inside it marks the whole character.
    const next = places.slice(start + sought.length).find((place) => place > last);
    const previous = ranges.at(-1);
    if (previous !== undefined && from < previous.to) continue;
    ranges.push({ from, to: next ?? text.length });
  }
  return ranges;
}
