/** A part of a text, from one index up to another, that is not included. */
export interface TextRange {
  from: number;
  to: number;
}

/** Letters that are spelled without their mark when people search, and that Unicode does not take apart. */
const plainLetters: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ł: "l",
  ı: "i",
};

/** How a character is compared: without case, accents and invisible marks. */
function foldCharacter(character: string): string {
  if (/^\s$/u.test(character)) return " ";
  const base = character
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[\p{M}\p{Cf}]/gu, "");
  return [...base].map((letter) => plainLetters[letter] ?? letter).join("");
}

/** Text as it is compared, with the place in the original from which each of its characters comes. */
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
 * Where a text contains the query, in order and without overlaps. Case, accents and the kind of space make no difference.
 * An empty query is found nowhere.
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
    // A character may stand for several, as ß for ss; a match inside it marks all of it.
    const next = places.slice(start + sought.length).find((place) => place > last);
    const previous = ranges.at(-1);
    if (previous !== undefined && from < previous.to) continue;
    ranges.push({ from, to: next ?? text.length });
  }
  return ranges;
}
