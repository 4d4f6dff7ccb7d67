import { isListedEnglishWord } from "../words/english-words.ts";
import type { Sentence, Word } from "../words/sentences.ts";
import { wordSet } from "../words/word-set.ts";

/** Common words that belong to the word after them: "less pay", "no plan", "own voice". */
export const modifiers = wordSet("no not less more too own first last on never");

/** Common verbs of advice, which say what to do with the thing after them: "keep one shift". */
export const verbsOfAdvice = wordSet("keep try start stop ask give take make get find");

/** Common words that are followed by the name of a thing. */
const determiners = wordSet(
  "the a an your my his her their our no more less of any some every le la les un une des ton ta mon ma du el los las lo tu tus mi il gli o os as um uma seu sua der die das den dem ein eine einen dein deine deinen mein meine",
);

/** Words that come before nouns and before verbs, by language. */
interface Neighbours {
  beforeNoun: ReadonlySet<string>;
  beforeVerb: ReadonlySet<string>;
}

const subjects = wordSet("i you we they he she");
const leadsToVerb = wordSet(
  "to who don't doesn't didn't can can't cannot could couldn't will won't would wouldn't should shouldn't must might may let let's please",
);
/** Adverbs between a subject and its verb. */
const adverbs = wordSet("always never just not");

const neighbours: Readonly<Record<string, Neighbours>> = {
  en: {
    beforeNoun: wordSet(
      "this these those each such what which another other with for in at from by about without into own first last between one two three",
    ),
    beforeVerb: new Set([...subjects, ...leadsToVerb]),
  },
  de: { beforeNoun: new Set(), beforeVerb: wordSet("ich du er sie wir ihr es man zu") },
  es: {
    beforeNoun: wordSet("de en con por sin sobre su sus este esta esa ese"),
    beforeVerb: wordSet("yo tú él ella usted nosotros ellos se te me nos no que"),
  },
  fr: {
    beforeNoun: wordSet("de en avec par sans sur ses sa son cette ce ces notre votre"),
    beforeVerb: wordSet("je tu il elle on nous vous ils elles ne me te se qui pas"),
  },
  pt: {
    beforeNoun: wordSet("de em com por sem sobre este esta esse essa no na do da"),
    beforeVerb: wordSet("eu você ele ela nós eles se me te não que"),
  },
  it: {
    beforeNoun: wordSet("di in con per senza su questo questa tuo tua del della nel nella"),
    beforeVerb: wordSet("io lui lei noi voi loro si mi ti non che"),
  },
  tr: { beforeNoun: wordSet("bir bu şu en"), beforeVerb: new Set() },
};

const objects = wordSet(
  "you me him them us it the a an your my his her their our this that these those",
);
const people = wordSet("me you us him them");
const statesOfThing = wordSet(
  "is are was were isn't aren't wasn't has have had will would can could should must",
);
/** Endings of Turkish verbs at the end of a sentence. */
const turkishVerb =
  /(?:yor|[ae]c[ae][kğ]|m[ae]l[ıi]|[dt][ıiuü]|[ae]r|s[ıi]n|m[ıiuü]ş)(?:[uü]?m|s[ıiuü]n|[ıiuü]z|k|n|n[ıiuü]z|l[ae]r|l[ıi]m)?$/u;

/** The longest elided word, its apostrophe, and the character before it. */
const elidedCharacters = 7;

/**
 * Whether the words beside a word show that it names a thing (above 0) or is a verb (below 0): "the talk", "you talk".
 * 0 if they show neither, and for languages without such lists.
 */
export function readUse(sentence: Sentence, at: number): number {
  const { language, text, words } = sentence;
  const word = words[at];
  const known = neighbours[language];
  if (known === undefined || word === undefined) return 0;
  const before = wordBefore(words, at)?.written ?? "";
  const after = wordAfter(words, at)?.written ?? "";
  if (language === "de") {
    const isNoun = /^\p{Lu}/u.test(text.slice(word.start));
    if (isNoun) return at > 0 ? 1 : 0;
    return known.beforeVerb.has(before) || known.beforeVerb.has(after) ? -1 : 0;
  }
  if (language === "tr" && at > 1 && at === words.length - 1 && turkishVerb.test(word.written)) {
    return -1;
  }
  const elided = /(?<!\p{L})(\p{L}{1,5})['’]$/u.exec(
    text.slice(Math.max(0, word.start - elidedCharacters), word.start),
  )?.[1];
  if (elided !== undefined) return /^[jmts]$/iu.test(elided) ? -1 : 1;
  if (known.beforeVerb.has(before)) return -1;
  const isNoun = isNounBefore(known, before);
  if (language !== "en") return isNoun ? 1 : 0;
  return isNoun ? (isFollowed(words, at) ? 0 : 1) : readEnglishUse(known, sentence, at);
}

const isNounBefore = ({ beforeNoun }: Neighbours, before: string) =>
  determiners.has(before) || beforeNoun.has(before);

/** Reads the use of an English word that follows no article. */
function readEnglishUse(known: Neighbours, { words }: Sentence, at: number): number {
  const written = words[at]?.written ?? "";
  const after = wordAfter(words, at)?.written ?? "";
  if (irregular.has(written) || (after === "to" && gerundOf(written) !== undefined)) return -1;
  if (wordBefore(words, at)?.written === "it") return weak * -1;
  if (objects.has(after) && !written.endsWith("ing")) return weak * -1;
  if (statesOfThing.has(after)) return 1;
  let first = at;
  while (wordBefore(words, first)?.isStop === false) first -= 1;
  const before = wordBefore(words, first)?.written ?? "";
  // The last word of "the theory chapter" is a thing, but that of "the job waits" is not.
  const isHead = first < at && isNounBefore(known, before) && !isFollowed(words, at);
  return isHead && !written.endsWith("ing") && gerundOf(written) === undefined ? 1 : 0;
}

/** Irregular past forms. */
const irregular = wordSet(
  "broke built fell grew lent lost meant paid sang sent slept sold spent stole taught threw won wrote written",
);

/** Whether a word is an adverb such as "finally" or "stiffly", which names nothing. */
export const isAdverb = ({ written }: Word) =>
  /\p{L}{4}ly$/u.test(written) && isListedEnglishWord(written.slice(0, -2));

/** A sign that is too weak to make a word a verb by itself. */
const weak = 0.3;

/** Whether the next word may belong to the same name: "theory chapter", but not "winter worries me". */
export function isFollowed(words: readonly Word[], at: number): boolean {
  const isVerbNext = people.has(wordAfter(words, at + 1)?.written ?? "");
  return wordAfter(words, at)?.isStop === false && !isVerbNext;
}

/** The gerund of an English verb in any regular form, such as "delegating", if the list of words contains it. */
export function gerundOf(written: string): string | undefined {
  const bare = [
    written,
    ...[/s$/, /es$/, /d$/, /ed$/].map((ending) => written.replace(ending, "")),
  ];
  return bare
    .flatMap((verb) => [
      `${verb}ing`,
      ...(verb.endsWith("e")
        ? [verb.replace(/(?:ie|e)$/, (e) => (e === "ie" ? "ying" : "ing"))]
        : []),
      `${verb}${verb.at(-1)}ing`,
    ])
    .find((form) => isListedEnglishWord(form));
}

/**
 * Whether words are a name, judged by how the first and the last of them are used. The last one must not be a verb, and
 * in English and German it has to be a thing. Only in English may a verb come first: "sell the house".
 */
export function isName(language: string, first: number, last: number): boolean {
  if (language === "en") return last > 0;
  return first >= 0 && (language === "de" ? last > 0 : last >= 0);
}

/** Whether the word at this position begins a name, because it follows an article or a possessive. */
export function isNamedAt(words: readonly Word[], at: number): boolean {
  const before = wordBefore(words, at);
  return before !== undefined && determiners.has(before.written);
}

const clauseWords = 3;

/** A verb with its subject, in at most three words: "you interrupt", "you never delegate", "I trust you". */
export function clauseAt({ text, words }: Sentence, at: number): string | undefined {
  const verb = words[at];
  if (verb === undefined) return undefined;
  for (const back of [1, 2]) {
    const first = words[at - back];
    const isJoined = words.slice(at - back + 1, at + 1).every(({ isNext }) => isNext);
    if (first === undefined || !isJoined) return undefined;
    if (subjects.has(first.written)) {
      const after = wordAfter(words, at);
      const hasObject = after !== undefined && /^(?:you|me|us|them)$/.test(after.written);
      const last = back + 2 <= clauseWords && hasObject ? after : verb;
      const clause = text.slice(first.start, last.end);
      return clause.startsWith("I ") ? clause : clause.charAt(0).toLowerCase() + clause.slice(1);
    }
    if (!leadsToVerb.has(first.written) && !adverbs.has(first.written)) return undefined;
  }
  return undefined;
}

const germanOblique = wordSet(
  "dem des den einem eines einen meinem deinem seinem ihrem unserem zum zur beim vom im am mit von bei aus nach seit",
);
/** Languages with endings for case and possession, so that the shortest form is nearest to the bare word. */
const addsEndings = wordSet("tr az kk fi et hu");

/**
 * How much the words from `first` to `last` differ from the form in which a thing is named by itself; the form with the
 * lowest number is the best title. This considers only what the text itself shows: German articles and endings of
 * adjectives and, for languages that add endings, the length.
 */
export function distanceFromName(
  { language, text, words }: Sentence,
  first: number,
  last: number,
): number {
  const named = words.slice(first, last + 1);
  if (addsEndings.has(language)) {
    return named.reduce((sum, { written, isStop }) => sum + (isStop ? 0 : written.length), 0);
  }
  if (language !== "de") return 0;
  if (obliqueAdjective.test(text.slice(named[0]?.start, named.at(-1)?.end))) return 2;
  return germanOblique.has(wordBefore(words, first)?.written ?? "") ? 1 : 0;
}

/** Matches an adjective that needs an article before it: "neuen" in "neuen Stelle". */
const obliqueAdjective = /^\p{Ll}+e[mn]\s+(?=\p{Lu})/u;

/** A German title without an adjective that needs an article: "Stelle" for "neuen Stelle". */
export const withoutObliqueAdjective = (title: string) => title.replace(obliqueAdjective, "");

const wordBefore = (words: readonly Word[], at: number) =>
  words[at]?.isNext === true ? words[at - 1] : undefined;

const wordAfter = (words: readonly Word[], at: number) => {
  const after = words[at + 1];
  return after?.isNext === true ? after : undefined;
};
