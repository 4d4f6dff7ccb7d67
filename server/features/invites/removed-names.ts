import { hash } from "node:crypto";
import { fold, joinedNames, spelledOut } from "./fold-name.ts";

/** A spelling this short is a word as well ("do" of Đỗ): it counts only where a capital tells. */
const short_letters = 3;

/**
 * What is kept of a removed person's name: each of its words, which may stand alone in an answer, hashed as it was
 * given and as it is written without its accents. Enough to know it again in that paraline, not to read it.
 */
export function hashName(circle_id: string, name: string): string[] {
  const tokens = name.normalize("NFC").split(/\s+/u);
  // "O'Brien" may stand there as "Brien", or as "OBrien".
  const parts = tokens.map((token) => token.split(/[^\p{L}\p{M}]+/u));
  const words = [
    ...parts.flatMap((of) => [...of, of.join("")]),
    ...joinedNames(parts.flat().filter((part) => part !== "")),
  ].filter((word) => word.length >= 2);
  return [
    ...new Set(
      words.flatMap((word) => [
        hashWord(circle_id, word),
        ...[word, spelledOut(word)]
          .map((spelling) => fold(spelling).text)
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

/** Under which hashes a word of an answer would be kept. */
export function hashesOfWord(circle_id: string, word: string): string[] {
  const has_capital = /^\p{Lu}/u.test(word);
  return [hashWord(circle_id, word), ...(has_capital ? [hashWithCapital(circle_id, word)] : [])];
}

const hashWithCapital = (circle_id: string, word: string) => hashWord(`${circle_id} capital`, word);

function hashWord(salt: string, word: string): string {
  return hash("sha256", `${salt} ${word.normalize("NFC").toLowerCase()}`);
}
