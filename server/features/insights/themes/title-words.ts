import type { Sentence } from "../words/sentences.ts";
import { wordSet } from "../words/word-set.ts";
import { beforeEnglishThing, isVerbForm } from "./english-use.ts";
import { isItem, wordBefore } from "./is-item.ts";

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

/** Words after which a verb may stand in its basic form, and the endings of that form. */
const governing = wordSet("de à pour sans en a para con sin por di da per senza em sem");
const infinitives: Readonly<Record<string, RegExp>> = {
  fr: /(?:er|ir|re)$/u,
  es: /[aeií]r(?:[mts]e|l[aeo]s?|nos)?$/u,
  it: /(?:[aei]r[es]?i?|[aei]r(?:mi|ti|si|ci|l[aeio]|ne))$/u,
  pt: /[aei]r$/u,
};

/**
 * Whether a word that is not English may be the whole title of a theme: it is not used as a verb. Only German shows a
 * verb by itself; in the other languages that have a list, something has to show that the word is none.
 */
export function mayStandAlone({ language, text, words }: Sentence, at: number): boolean {
  const word = words[at];
  if (word === undefined) return false;
  const before = wordBefore(words, at)?.written;
  const shown = beforeThing[language];
  if (shown === undefined) return true;
  if (language === "de") {
    if (/^\p{Lu}/u.test(text.slice(word.start))) return true;
    return (
      /(?:ig|lich|isch|sam|bar|haft|voll)(?:e[nmrs]?)?$/u.test(word.written) || isItem(words, at)
    );
  }
  // "L'humour", but not "t'épuises" and not "de dormir".
  const isElided = /(?<!(?<!\p{L})[mtscnj])['’]$/iu.test(text.slice(0, word.start));
  if (before !== undefined && governing.has(before) && infinitives[language]?.test(word.written)) {
    return false;
  }
  return isElided || (before !== undefined && shown.has(before)) || isItem(words, at);
}

/** Whether words are named as a thing, and nothing after them may belong to the same name. */
export function isNamed(sentence: Sentence, from: number, to: number): boolean {
  const { language, words } = sentence;
  const before = wordBefore(words, from)?.written;
  const next = words[to + 1];
  if (next?.isNext === true && !next.isStop) return false;
  if (before === undefined) {
    const { written = "" } = words[from] ?? {};
    const mayBeVerb = language === "en" && !written.endsWith("s") && isVerbForm(written);
    return isItem(words, from) && from === to && !mayBeVerb;
  }
  return (language === "en" ? beforeEnglishThing : beforeThing[language])?.has(before) ?? false;
}
