import type { Sentence, Word } from "../words/sentences.ts";
import { wordSet } from "../words/word-set.ts";

/** Words that come before a verb in English: its subject, or an auxiliary. */
const beforeEnglishVerb = wordSet(
  `i you we they he she who to don't doesn't didn't can can't cannot could couldn't will won't would wouldn't should
   shouldn't must might may let let's please always never just`,
);

const beforeEnglishThing = wordSet(
  `the a an your my his her its our their of for in with about at from by on this that these those no more less own`,
);

/** Whether the words beside an English word show that it is a verb there, or that it is a thing. */
export function readEnglishUse(
  { language, words }: Sentence,
  at: number,
): "verb" | "thing" | undefined {
  if (language !== "en") return undefined;
  const word = words[at]?.written ?? "";
  const before = wordBefore(words, at)?.written ?? "";
  if (beforeEnglishVerb.has(before) && !/\p{L}{3}ing$/u.test(word)) return "verb";
  if (beforeEnglishThing.has(before)) return "thing";
  if (/\p{L}{3}ed$/u.test(word)) return "verb";
  return /\p{L}{3}ing$/u.test(word) ? "thing" : undefined;
}

/** Words that come before a thing or a quality in other languages: articles, possessives, prepositions, "is". */
const beforeThing: Readonly<Record<string, ReadonlySet<string>>> = {
  de: wordSet(
    `bist ist sind war bin seid so sehr zu und oder der die das dem den des ein eine einen einem einer dein deine deinen
     deinem deiner mein meine ihr sein kein keine viel wenig mehr für mit ohne von am im beim zum zur`,
  ),
  fr: wordSet(
    `le la les un une des du de ton ta tes mon ma mes votre vos notre nos son sa ses ce cette ces es est êtes suis sont
     très si trop plus moins et ou à au aux en pour avec sans sur par quelle quel chaque d l`,
  ),
  es: wordSet(
    `el la los las un una unos unas tu tus mi mis su sus de del al a en con sin por para eres es está estás son muy más
     menos tan y o mucha mucho poca poco esa ese esta este cada qué`,
  ),
  it: wordSet(
    `il lo la i gli le un uno una tuo tua tuoi tue mio mia di del della dei delle degli dello al alla ai alle nel nella
     con senza per su sul sulla da dal dalla sei è sono molto più meno così e o ogni troppo troppa poca poco d l dell un`,
  ),
  pt: wordSet(
    `o a os as um uma teu tua teus tuas seu sua seus suas meu minha de do da dos das em no na nos nas ao à com sem por
     para pelo pela és é está estás são muito mais menos tão e ou cada muita pouca pouco`,
  ),
  nl: wordSet(
    `de het een je jouw jullie mijn uw zijn haar ons onze van in op met zonder voor bij aan naar over bent is ben heel
     zo te erg meer minder veel weinig en of elke deze dit die dat geen`,
  ),
};

const conjunctions = wordSet("and or und oder et ou y e o en of");

/**
 * Whether a word may be the whole title of a theme: it is not used as a verb. Only English and German show a verb by
 * itself; in the other languages that have a list, something before the word has to show that it is none.
 */
export function mayStandAlone({ language, text, words }: Sentence, at: number): boolean {
  const word = words[at];
  if (word === undefined) return false;
  const before = wordBefore(words, at)?.written;
  if (language === "en") return readEnglishUse({ language, text, words }, at) !== "verb";
  const shown = beforeThing[language];
  if (shown === undefined) return true;
  if (language === "de") {
    if (/^\p{Lu}/u.test(text.slice(word.start))) return true;
    return (
      /(?:ig|lich|isch|sam|bar|haft|voll)(?:e[nmrs]?)?$/u.test(word.written) || isItem(words, at)
    );
  }
  const isElided = /['’]$/u.test(text.slice(0, word.start));
  return isElided || (before !== undefined && shown.has(before)) || isItem(words, at);
}

/** Whether words are named as a thing, and nothing after them may belong to the same name. */
export function isNamed(sentence: Sentence, from: number, to: number): boolean {
  const { language, words } = sentence;
  const before = wordBefore(words, from)?.written;
  const next = words[to + 1];
  if (next?.isNext === true && !next.isStop) return false;
  if (before === undefined) return isItem(words, from) && from === to;
  return (language === "en" ? beforeEnglishThing : beforeThing[language])?.has(before) ?? false;
}

/** Whether the word is alone between marks, or in a list of words. */
function isItem(words: readonly Word[], at: number): boolean {
  const before = wordBefore(words, at);
  const next = words[at + 1];
  const after = next?.isNext === true ? next.written : undefined;
  return (
    (before === undefined || conjunctions.has(before.written)) &&
    (after === undefined || conjunctions.has(after))
  );
}

const wordBefore = (words: readonly Word[], at: number) =>
  words[at]?.isNext === true ? words[at - 1] : undefined;
