import type { Side } from "#contract/insights/insights-text.ts";
import { isNegation } from "../words/denials.ts";
import { rarityInEnglish } from "../words/english-words.ts";
import { wordSet } from "../words/lists.ts";
import type { Sentence, Word } from "../words/sentences.ts";
import lists from "../words/word-lists.json" with { type: "json" };
import { isThing, wordBefore } from "./is-thing.ts";

/** A sentence of an answer. */
export interface Statement {
  person: string;
  answer: string;
  sentence: Sentence;
  /** The stems that are no theme there: of the title and of the question. */
  askedStems: ReadonlySet<string>;
  mayQuote: boolean;
  /** The side that its question asks for. */
  side: Side | undefined;
  /** The parts of it that name the side. */
  names: Sentence[];
  isDenied: boolean;
  isAdvice: boolean;
}

/** Words that several people use, in their own form. */
export interface Theme {
  title: string;
  stems: string[];
  statements: Statement[];
  people_count: number;
}

/** If fewer themes than this are shared, words that only one person uses fill up the list. */
const sharedWanted = 3;
const filledUpTo = 5;
const phraseWords = 3;
/** A form of a word may have this many letters more than another one: "kid" and "kids", "Kind" and "Kinder". */
const endingLetters = 2;

/** Words that say nothing by themselves, but are not in the lists of stop words. */
const vague = wordSet(lists.vague);

/** Words for strengths and worries themselves, which say only what was asked for. */
const roleWords = wordSet(lists.role_words);

/** One to three words in a row, in one sentence. */
interface Phrase {
  statement: Statement;
  stems: string[];
  /** The words in lower case. */
  form: string;
  /** The words as they are written, with the negation or the "you" before them. */
  text: string;
  /** Whether their sentence holds a negation. */
  isDenied: boolean;
  /** Whether `text` may be a title. */
  isTitle: boolean;
  rarity: number;
  /** Whether they are named as a thing: one voice needs that, because nobody else uses the words. */
  isNamed: boolean;
}

interface Candidate extends Theme {
  isNamed: boolean;
  score: number;
}

/**
 * Finds the words and phrases that several people use. Phrases come before words, and rarer words before common ones.
 * Words of the title and of the question to which they were said do not count.
 */
export function findThemes(statements: readonly Statement[], maxThemes: number): Theme[] {
  const phrases = statements.flatMap((statement) => [...listPhrases(statement)]);
  const ranked = [...Map.groupBy(phrases, ({ stems }) => stems.join(" ")).values()]
    .flatMap((same) => {
      const forms = [...Map.groupBy(same, ({ form }) => form)];
      return forms.flatMap(([form]) =>
        unite(forms.flatMap(([other, findPhrases]) => (isForm(form, other) ? findPhrases : []))),
      );
    })
    .toSorted((a, b) => b.score - a.score || (a.title < b.title ? -1 : 1));
  const chosen: Candidate[] = [];
  const choose = (candidates: readonly Candidate[], most: number) => {
    for (const candidate of candidates) {
      const isNew = chosen.length < most && !chosen.some((other) => isSame(other, candidate));
      if (isNew) chosen.push(candidate);
    }
  };
  choose(ranked.filter(isShared), maxThemes);
  const single = ranked.filter((candidate) => !isShared(candidate) && candidate.isNamed);
  if (chosen.length < sharedWanted) choose(single, filledUpTo);
  return chosen.toSorted((a, b) => b.people_count - a.people_count || b.score - a.score);
}

const isShared = ({ people_count }: Candidate) => people_count > 1;

/** Two candidates are the same if they share a word and most of the smaller one's statements, or else all statements. */
function isSame(chosen: Candidate, { stems, statements }: Candidate): boolean {
  const both = statements.filter((one) => chosen.statements.includes(one)).length;
  const sizes = [chosen.statements.length, statements.length];
  return stems.some((stem) => chosen.stems.includes(stem))
    ? both * 2 > Math.min(...sizes)
    : both === Math.max(...sizes);
}

const isForm = (one: string, other: string) =>
  (one.startsWith(other) || other.startsWith(one)) &&
  Math.abs(one.length - other.length) <= endingLetters;

const countPeople = (phrases: readonly Phrase[]) =>
  new Set(phrases.map(({ statement }) => statement.person)).size;

/**
 * Unites phrases of forms of the same words, under the title that most people write where nothing negates it. If all of
 * them negate it, the title holds the negation, and only those count who write exactly this.
 */
function unite(phrases: readonly Phrase[]): Candidate[] {
  const isAffirmed = phrases.some(({ isDenied }) => !isDenied);
  const titles = phrases.filter(({ isTitle, isDenied }) => isTitle && isDenied !== isAffirmed);
  const [best] = [...Map.groupBy(titles, ({ text }) => text)]
    .flatMap(([text, uses]) =>
      uses.slice(0, 1).map((use) => ({ ...use, text, uses, count: countPeople(uses) })),
    )
    .toSorted(
      (a, b) => b.count - a.count || a.text.length - b.text.length || (a.text < b.text ? -1 : 1),
    );
  if (best === undefined || (!isAffirmed && best.count < 2)) return [];
  const uses = isAffirmed ? phrases : best.uses;
  const count = countPeople(uses);
  const statements = [...new Set(uses.map(({ statement }) => statement))];
  // Of as many people, a phrase ranks before a word, a rare word before a common one, and what a sentence is mostly about.
  const shares = statements.map(({ sentence }) => 1 / sentence.words.length);
  const centrality = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  return [
    {
      ...{ stems: best.stems, statements, people_count: count },
      isNamed: phrases.some(({ isNamed }) => isNamed),
      title: best.text.charAt(0).toLocaleUpperCase() + best.text.slice(1),
      score: count + (best.stems.length > 1 ? 0.6 : 0) + best.rarity + centrality,
    },
  ];
}

/** One to three words in a row, of which each has a meaning of its own. */
function* listPhrases(statement: Statement): Generator<Phrase> {
  const { sentence, askedStems } = statement;
  const { language, text, words } = sentence;
  const negates = (word: Word | undefined) =>
    word !== undefined && isNegation(language, word.written);
  const negatedAt = words.findIndex(negates);
  for (const [from, first] of words.entries()) {
    if (first.isStop || roleWords.has(first.written)) continue;
    const before = wordBefore(words, from);
    const negation = negates(before) ? before : undefined;
    // What comes later negates a verb rather than a thing that is introduced: "Kündige nicht", "Selling nothing".
    const isBare = before === undefined || /ing$/u.test(first.written);
    const isDenied = negatedAt >= 0 && (negatedAt < from || isBare);
    for (const [place, last] of words.slice(from, from + phraseWords).entries()) {
      if (place > 0 && (!last.isNext || last.isStop || roleWords.has(last.written))) break;
      const run = words.slice(from, from + place + 1);
      const stems = run.map(({ stem }) => stem);
      if (stems.every((stem) => askedStems.has(stem))) continue;
      if (place === 0 && vague.has(last.written)) continue;
      const isNamed = isThing(sentence, from, from + place);
      const subject =
        place === 0 && !isNamed && negatedAt < 0 ? findSubject(words, from) : undefined;
      const start = negation ?? subject ?? first;
      const written = text.slice(start.start, last.end);
      yield {
        statement,
        stems,
        form: run.map((word) => word.written).join(" "),
        // A capital at the start of a sentence does not make another form.
        text: start === words[0] ? lowerFirst(written, language, start) : written,
        isDenied,
        isTitle:
          negation !== undefined || (!isDenied && (place > 0 || subject !== undefined || isNamed)),
        rarity: Math.max(...run.map((word) => findRarity(language, word))),
        isNamed: isNamed && words[from + place + 1]?.isNext !== true,
      };
    }
  }
}

/** The "you" with which a verb or a quality is a title: "you listen", "you are calm". */
function findSubject(words: readonly Word[], at: number): Word | undefined {
  const before = wordBefore(words, at);
  const subject = before?.written === "are" ? wordBefore(words, at - 1) : before;
  const isFirst = subject?.isNext === false;
  return isFirst && /^you(?:'re)?$/u.test(subject.written) ? subject : undefined;
}

const lowerFirst = (written: string, language: string, { isStop }: Word) =>
  language === "de" && !isStop ? written : written.charAt(0).toLocaleLowerCase() + written.slice(1);

const longLetters = 12;

/** How rare a word is, from 0 to 1: in English by a list, in other languages by its length. */
function findRarity(language: string, { written }: Word): number {
  if (language === "en") return rarityInEnglish(written);
  return Math.min(1, [...written].length / longLetters);
}
