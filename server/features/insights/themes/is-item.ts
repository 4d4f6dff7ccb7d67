import type { Word } from "../words/sentences.ts";
import { wordSet } from "../words/word-set.ts";

const conjunctions = wordSet("and or und oder et ou y e o en of");

/** Whether the word is alone between marks, or in a list of words. */
export function isItem(words: readonly Word[], at: number): boolean {
  const before = wordBefore(words, at);
  const next = words[at + 1];
  const after = next?.isNext === true ? next.written : undefined;
  return (
    (before === undefined || conjunctions.has(before.written)) &&
    (after === undefined || conjunctions.has(after))
  );
}

export const wordBefore = (words: readonly Word[], at: number) =>
  words[at]?.isNext === true ? words[at - 1] : undefined;
