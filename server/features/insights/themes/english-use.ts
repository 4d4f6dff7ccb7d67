import { rarityInEnglish } from "../words/english-words.ts";
import { memoize } from "../words/memoize.ts";
import type { Sentence } from "../words/sentences.ts";
import { wordSet } from "../words/word-set.ts";
import { isItem, wordBefore } from "./is-item.ts";

/** Words that come before a verb in English: its subject, or an auxiliary. */
const beforeEnglishVerb = wordSet(
  `i you we they he she who to don't doesn't didn't can can't cannot could couldn't will won't would wouldn't should
   shouldn't must might may let let's please always never just`,
);

/** Words after which even a quality is a thing: "the quiet", "your calm". */
const articles = wordSet("the a an your my his her its our their whose");

/** Words that come before a thing in English. */
export const beforeEnglishThing = wordSet(
  `the a an your my his her its our their whose of for in with about at from by on this that these those no less own some
   any every each another many much enough without`,
);

/** Words that come after a thing, its verb, and those that come after a verb. */
const afterEnglishThing = wordSet(
  "is are was were will would has had can could isn't wasn't won't",
);
const beforeEnglishObject = wordSet(
  "more most less have has had having need needs want wants get gets give gives take takes make makes",
);
const afterEnglishVerb = wordSet("the a an your my his her our their it them me us him about to");

/** Forms of verbs that no ending shows. */
const irregularVerbs = wordSet(
  `ate became been began bent bought bound broke broken brought built came caught chose chosen did done drank drew driven
   drove eaten fallen fed fell felt flew forgot forgotten fought found gave given gone gotten grew grown heard held hid
   hidden kept knew known laid lain learnt led left lent lost made meant met paid ran sang sat saw seen sent shaken shown
   slept sold spent spoke spoken stolen stood stuck sung taken taught thought threw thrown told took torn understood went
   woke woken won wore worn wrote written`,
);

const isListed = (word: string) => rarityInEnglish(word) < 1;

/** Whether a word has the forms of a quality ("late, latest", "honest, honestly, dishonest"), or of an adverb. */
const isQuality = memoize((word: string) => {
  const base = word.replace(/(?<=\p{L}{2})r$/u, "").replace(/(?<=\p{L}{2}[^e]|\p{L}{3})e$/u, "");
  const bases = [word.replace(/e$/, ""), base, base.replace(/y$/, "i"), `${base}${base.at(-1)}`];
  if (bases.some((one) => isListed(`${one}est`))) return true;
  const adverb = /^(\p{L}{4,})ly$/u.exec(word)?.[1];
  if (adverb !== undefined) return isListed(adverb.replace(/i$/, "y"));
  const adverbs = [`${word}ly`, `${word}ally`, word.replace(/e$/, "y"), word.replace(/y$/, "ily")];
  if (!adverbs.some((form) => form !== word && isListed(form))) return false;
  const opposites = [..."un in im ir dis".split(" ").map((no) => no + word), `${word}ness`];
  return word.endsWith("ing") || opposites.some(isListed);
});

/** Whether a word has the forms of a verb: "talk, talking". */
export const isVerbForm = memoize((word: string) => {
  const base = word.replace(/(?<=\p{L}{3})s$/u, "");
  return [base, base.replace(/e$/, ""), `${base}${base.at(-1)}`].some((one) =>
    isListed(`${one}ing`),
  );
});

export type EnglishUse = "verb" | "quality" | "thing";

/**
 * How an English word is used, if its own forms or the words beside it show that. What could also be a verb or a quality
 * is a thing only where an article or the like says so.
 */
export function readEnglishUse({ words }: Sentence, at: number): EnglishUse | undefined {
  const word = words[at]?.written ?? "";
  const before = wordBefore(words, at);
  const next = words[at + 1]?.isNext ? words[at + 1] : undefined;
  const isGerund = /\p{L}{3}ing$/u.test(word);
  if (irregularVerbs.has(word)) return "verb";
  if (before !== undefined && beforeEnglishVerb.has(before.written) && !isGerund) return "verb";
  if (isQuality(word)) {
    const belongsToNext = next !== undefined && (!next.isStop || /^ones?$/.test(next.written));
    const isThing = before !== undefined && articles.has(before.written) && !belongsToNext;
    return isThing ? "thing" : "quality";
  }
  if (before !== undefined && beforeEnglishThing.has(before.written)) return "thing";
  if (/\p{L}{3}ed$/u.test(word)) return "verb";
  if (isGerund || !isVerbForm(word)) return "thing";
  if (next !== undefined && afterEnglishThing.has(next.written)) return "thing";
  if (before === undefined && next !== undefined && afterEnglishVerb.has(next.written))
    return "verb";
  // In a list, or "avoid conflict": after one person or thing, a verb would end in "s".
  const isPlural = word.endsWith("s");
  const mayBeObject =
    before !== undefined &&
    (beforeEnglishObject.has(before.written) ||
      (!before.isStop && !before.written.endsWith("s") && !isPlural));
  return mayBeObject || (isItem(words, at) && (isPlural || words.length > 1)) ? "thing" : undefined;
}
