import { hash } from "node:crypto";
import { foldName, joinedNames, transliterate } from "./fold-name.ts";

/** A spelling this short is also a word ("do" of Đỗ): it counts only when a capital shows it is a name. */
const short_letters = 3;

/**
 * What is stored of a removed person's name: each of its words, since one may appear alone in an answer, hashed
 * as given and without accents. Enough to recognize it in that circle, not to read it.
 */
export function hashName(circle_id: string, name: string): string[] {
  const tokens = name.normalize("NFC").split(/\s+/u);
  // "O'Brien" may be written there as "Brien", or as "OBrien".
  const parts = tokens.map((token) => token.split(/[^\p{L}\p{M}]+/u));
  const words = [
    ...parts.flatMap((of) => [...of, of.join("")]),
    ...joinedNames(parts.flat().filter((part) => part !== "")),
  ].filter((word) => word.length >= 2);
  return [
    ...new Set(
      words.flatMap((word) => [
        hashWord(circle_id, word),
        ...[word, transliterate(word)]
          .map((spelling) => foldName(spelling).text)
          .filter((spelling) => spelling !== word)
          .map((spelling) =>
            spelling.length > short_letters
              ? hashWord(circle_id, spelling)
              : hashWithCapital(circle_id, spelling),
          ),
      ]),
    ),
  ];
}

/** The hashes under which a word of an answer would be stored. */
export function hashesOfWord(circle_id: string, word: string): string[] {
  const has_capital = /^\p{Lu}/u.test(word);
  return [hashWord(circle_id, word), ...(has_capital ? [hashWithCapital(circle_id, word)] : [])];
}

const hashWithCapital = (circle_id: string, word: string) => hashWord(`${circle_id} capital`, word);

function hashWord(salt: string, word: string): string {
  return hash("sha256", `${salt} ${word.normalize("NFC").toLowerCase()}`);
}
