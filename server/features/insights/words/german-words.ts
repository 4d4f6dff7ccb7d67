import { createRequire } from "node:module";
import lists from "./word-lists.json" with { type: "json" };
import { wordSet } from "./word-set.ts";

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

/**
 * Whether a capitalized German word is a noun rather than a name: a known noun, a word with the ending of a noun, or a
 * compound of two known words ("Schreinerlehre"). A noun that is also a surname ("Koch") counts as a noun only after an
 * article.
 * @param before the text before the word
 * @param after the text after it
 */
export function isGermanNoun(word: string, before = "", after = ""): boolean {
  known ??= load();
  const { words, firstNames, lastNames } = known;
  const small = word.normalize("NFC").toLowerCase();
  if (firstNames.has(small) || introducesName.test(before)) return false;
  const isNoun = words.has(small);
  if (lastNames.has(small)) {
    const isSignature = introducesSignature.test(before) && endsLine.test(after);
    return isNoun && introducesNoun.test(before) && !isSignature && !speaks.test(after);
  }
  return isNoun || formed.test(small) || isCompound(small, known);
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

/**
 * Whether a word at the start of a German sentence names somebody: a first name; an unknown word before a verb ("Anke
 * findet das gut"); or a surname before a verb, which has to be a verb of saying if the surname is also a noun.
 */
export function isGermanNameAtStart(word: string, after: string): boolean {
  known ??= load();
  const { words, firstNames, lastNames } = known;
  const small = word.normalize("NFC").toLowerCase();
  if (firstNames.has(small)) return true;
  if (lastNames.has(small)) return (words.has(small) ? speaks : acts).test(after);
  return !isGermanNoun(word) && acts.test(after);
}

const introducesName =
  /(?:^|[\s(„"«])(?:[Hh]errn?|[Ff]rau|[Ff]amilie|[Oo]nkel|[Tt]ante|[Oo]ma|[Oo]pa|[Dd]r\.|[Pp]rof\.|Doktor(?:in)?|Professor(?:in)?)\s$/u;

const introducesNoun = new RegExp(
  [
    String.raw`(?:^|[\s(„"«])(?:(?:[Dd](?:er|ie|as|e[mns])|(?:[MmDdSsKk]?[Ee]in|[Ii]hr|[Uu]nser|[Ee]ue?r|[Dd]ies|[Jj]ed|`,
    String.raw`[Vv]iel|[Ww]enig|[Mm]anch|[Ww]elch|[Aa]ll)(?:e[mnrs]?)?)\s(?:\p{Ll}+e[mnrs]?\s)?|(?:[IiAa]m|[IiAa]ns|[Mm]ehr|`,
    String.raw`[Ww]eniger|[Gg]enug)\s)$`,
  ].join(""),
  "u",
);

/** Matches what comes before a name in a signature such as "Deine Svea" at the end of a line. */
const introducesSignature = /(?:^|\s)(?:[Dd]eine?|[Ee]uer|[Ee]ure)\s$/u;
const endsLine = /^[\s.!,]*(?:\n|$)/u;

const speaks =
  /^\s+(?:hat\s+(?:mir|dir|uns|gesagt|gemeint|erzählt)|sag(?:t|te)|mein(?:t|te)|findet|fand|denkt|dachte|glaub(?:t|te)|erzähl(?:t|te)|frag(?:t|te)|rät|riet|warn(?:t|te)|weiß)(?!\p{L})/u;
const acts = new RegExp(
  [
    String.raw`^\s+(?:ist|(?!nicht|jetzt|mit|gut|erst|oft|seit|sonst|selbst|fast|dort|echt)\p{Ll}*[^s\P{Ll}]t|wird|kann|will|`,
    String.raw`soll|darf|mag|weiß|war|fand|würde|wäre|hätte|könnte|sollte|\p{Ll}+te|und\s+(?:ich|wir))(?!\p{L})`,
  ].join(""),
  "u",
);
