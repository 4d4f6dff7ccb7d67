import { createRequire } from "node:module";
import { wordSet } from "./lists.ts";
import lists from "./word-lists.json" with { type: "json" };

let known: ReturnType<typeof load> | undefined;

/** Loads 12,000 words and 4,000 names at first use; the package's own index would load a megabyte more. */
function load() {
  const require = createRequire(import.meta.url);
  const read = (list: string): string[] => require(`@zxcvbn-ts/language-de/dist/${list}.json.js`);
  const nouns = wordSet(lists.german_rather_nouns);
  const surnames = new Set(read("lastnames").filter((word) => !nouns.has(word)));
  // The words were found in subtitles, with names that neither list of names has.
  const firstNames = new Set([...read("firstnames"), ...wordSet(lists.german_names_among_words)]);
  firstNames.delete("roman");
  const words = new Set(read("commonWords").filter((word) => !firstNames.has(word)));
  return { words, firstNames, surnames };
}

/** Whether a word is a first name in German. */
export function isGermanFirstName(word: string): boolean {
  known ??= load();
  return known.firstNames.has(word);
}

const formed = /\p{L}{3}(?:heit|keit|schaft|tum|[^y]ung|tion|ität|ismus|erei)(?:en|e|s)?$/u;
const partLetters = 4;

/** Whether a word is German and no name. */
export function isGermanWord(word: string): boolean {
  known ??= load();
  return known.words.has(word.normalize("NFC").toLowerCase()) || isGermanNoun(word);
}

/**
 * Whether a capitalized German word, after the text `before`, is a noun rather than a name: a known one, one with the
 * ending of a noun, or a compound ("Schreinerlehre"). A noun that is also a surname ("Koch") counts as a name.
 */
export function isGermanNoun(word: string, before = ""): boolean {
  known ??= load();
  const { words, firstNames, surnames } = known;
  const small = word.normalize("NFC").toLowerCase();
  if (firstNames.has(small) || surnames.has(small) || introducesName.test(before)) return false;
  return words.has(small) || formed.test(small) || isCompound(small, known);
}

/** Whether a word has two known parts, of which the last is not a name: Karlheinz and Achterberg are no compounds. */
function isCompound(small: string, { words, surnames }: ReturnType<typeof load>) {
  return Array.from(small, (_, at) => at).some((at) => {
    const first = small.slice(0, at);
    const last = small.slice(at);
    const forms = [first, `${first}e`, first.replace(/(?:e[nrs]?|[ns])$/u, "")];
    return (
      last.length >= partLetters &&
      words.has(last) &&
      !surnames.has(last) &&
      forms.some(
        (form) => form.length >= partLetters - 1 && (words.has(form) || surnames.has(form)),
      )
    );
  });
}

const introducesName =
  /(?<!\p{L})(?:herrn?|frau|familie|onkel|tante|o[mp]a|dr\.|prof\.|(?:dok|profess)or(?:in)?)\s$/iu;
