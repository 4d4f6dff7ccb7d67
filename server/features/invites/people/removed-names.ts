import { hash } from "node:crypto";
import { foldName, joinedNames, transliterate } from "./fold-name.ts";

/** A spelling this short may also be a word ("do" for Đỗ). It counts only if a capital shows that it is a name. */
const shortLetters = 3;

/**
 * What is stored of a removed person's name: hashes of each of its words, since one may appear alone in an answer, as
 * given and without accents. They are enough to recognize the name in that circle, but not to read it.
 */
export function hashName(circleId: string, name: string): string[] {
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
        hashWord(circleId, word),
        ...[word, transliterate(word)]
          .map((spelling) => foldName(spelling).text)
          .filter((spelling) => spelling !== word)
          .map((spelling) =>
            spelling.length > shortLetters
              ? hashWord(circleId, spelling)
              : hashWithCapital(circleId, spelling),
          ),
      ]),
    ),
  ];
}

/** The hashes under which a word of an answer would be stored. */
export function hashesOfWord(circleId: string, word: string): string[] {
  const hasCapital = /^\p{Lu}/u.test(word);
  return [hashWord(circleId, word), ...(hasCapital ? [hashWithCapital(circleId, word)] : [])];
}

const hashWithCapital = (circleId: string, word: string) => hashWord(`${circleId} capital`, word);

function hashWord(salt: string, word: string): string {
  return hash("sha256", `${salt} ${word.normalize("NFC").toLowerCase()}`);
}
