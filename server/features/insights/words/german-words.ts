import { createRequire } from "node:module";
import { wordSet } from "./lists.ts";
import lists from "./word-lists.json" with { type: "json" };

/**
 * Names that are in the package's list of words, which was made from subtitles, but in neither of its lists of names.
 */
const namesAmongWords = wordSet(lists.german_names_among_words);

/** Surnames of the package that are hardly ever meant as one: they are kept even without an article. */
const ratherNouns = wordSet(lists.german_rather_nouns);

let known: ReturnType<typeof load> | undefined;

/** Loads 12,000 words and 4,000 names at first use; the package's own index would load a megabyte more. */
function load() {
  const require = createRequire(import.meta.url);
  const read = (list: string) =>
    new Set<string>(require(`@zxcvbn-ts/language-de/dist/${list}.json.js`));
  const without = (list: string, left: ReadonlySet<string>) =>
    new Set([...read(list)].filter((word) => !left.has(word)));
  const firstNames = new Set([...read("firstnames"), ...namesAmongWords]);
  firstNames.delete("roman");
  return {
    words: without("commonWords", firstNames),
    firstNames,
    lastNames: without("lastnames", ratherNouns),
  };
}

const formed = /\p{L}{3}(?:heit|keit|schaft|tum|[^y]ung|tion|ität|ismus|erei)(?:en|e|s)?$/u;
const partLetters = 4;

/** Whether a word is German and no name. */
export function isGermanWord(word: string): boolean {
  known ??= load();
  return known.words.has(word.normalize("NFC").toLowerCase()) || isGermanNoun(word);
}

/**
 * Whether a capitalized German word is a noun rather than a name: a known noun, a word with the ending of a noun, or a
 * compound of two known words ("Schreinerlehre"). A noun that is also a surname ("Koch") counts as a noun only after an
 * article.
 * @param before the text before the word
 */
export function isGermanNoun(word: string, before = ""): boolean {
  known ??= load();
  const { words, firstNames, lastNames } = known;
  const small = word.normalize("NFC").toLowerCase();
  if (firstNames.has(small) || introducesName.test(before)) return false;
  if (lastNames.has(small)) return words.has(small) && introducesNoun.test(before);
  return words.has(small) || formed.test(small) || isCompound(small, known);
}

/**
 * Whether a word has two known parts, of which the last is not a name: Karlheinz, Gottlieb and Achterberg are no
 * compounds.
 */
function isCompound(small: string, { words, lastNames }: ReturnType<typeof load>) {
  return Array.from(small, (_, at) => at).some((at) => {
    const first = small.slice(0, at);
    const last = small.slice(at);
    const forms = [first, `${first}e`, first.replace(/(?:e[nrs]?|[ns])$/u, "")];
    return (
      at >= partLetters - 1 &&
      last.length >= partLetters &&
      words.has(last) &&
      !lastNames.has(last) &&
      forms.some(
        (form) => form.length >= partLetters - 1 && (words.has(form) || lastNames.has(form)),
      )
    );
  });
}

/** Whether a word at the start of a German sentence is a first name, or unknown and before a verb ("Anke findet"). */
export function isGermanName(word: string, after: string): boolean {
  known ??= load();
  return (
    known.firstNames.has(word.normalize("NFC").toLowerCase()) ||
    (!isGermanWord(word) && acts.test(after))
  );
}

const introducesName = new RegExp(
  [
    String.raw`(?:^|[\s(„"«])(?:[Hh]errn?|[Ff]rau|[Ff]amilie|[Oo]nkel|[Tt]ante|`,
    String.raw`[Oo]ma|[Oo]pa|[Dd]r\.|[Pp]rof\.|Doktor(?:in)?|Professor(?:in)?)\s$`,
  ].join(""),
  "u",
);

const introducesNoun = new RegExp(
  [
    String.raw`(?<!\p{L})(?:(?:d(?:er|ie|as|e[mns])|(?:[kmds]?ein|ihr|unser|eue?r|`,
    String.raw`dies|jed|viel|wenig|manch|welch|all)(?:e[mnrs]?)?)\s(?:\p{Ll}+e[mnrs]?\s)?|(?:im|ins|am|ans|zum|zur|beim|vom|mehr|weniger|genug)\s)$`,
  ].join(""),
  "iu",
);

const acts = new RegExp(
  [
    String.raw`^\s+(?:(?!nicht|jetzt|mit|gut|erst|oft|seit|sonst|selbst|fast|dort|echt)\p{Ll}*[^s\P{Ll}]t|`,
    String.raw`ist|wird|kann|will|soll|darf|mag|weiß|war|fand|würde|wäre|hätte|könnte|sollte|\p{Ll}+te|und\s+(?:ich|wir))(?!\p{L})`,
  ].join(""),
  "u",
);
