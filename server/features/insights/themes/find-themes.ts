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
  text: string;
  sentence: Sentence;
  /** The stems that are no theme there: of the title and of the question. */
  askedStems: ReadonlySet<string>;
  mayQuote: boolean;
  /** The side that its question asks for, if it neither denies it nor feels like the other side. */
  names: Side | undefined;
  /** The side that its question asks for, if it denies it. */
  denies: Side | undefined;
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
const phraseWords = 3;
/** A negation may be this many words before what it negates for both to be one title. */
const negationReach = 2;

/** Words that say nothing by themselves, but are not in the lists of stop words. */
const vague = wordSet(lists.vague);

/** Words for strengths and worries themselves, which say only what was asked for. */
const roleWords = wordSet(lists.role_words);

/** One to three words in a row, in one sentence. */
interface Phrase {
  stems: string[];
  /** The words as they are written, with the negation or the "you" before them. */
  text: string;
  /** Whether a negation is anywhere before them in their sentence. */
  isDenied: boolean;
  /** Whether `text` may be a title. */
  isTitle: boolean;
  rarity: number;
  /** Whether they are named as a thing: one voice needs that, because nobody else uses the words. */
  isNamed: boolean;
}

/** All phrases with the same stems. */
interface Candidate {
  stems: string[];
  rarity: number;
  statements: Set<Statement>;
  people: Set<string>;
  /** By its text, who writes it in this way. */
  titles: Map<string, Set<string>>;
  deniedTitles: Map<string, Set<string>>;
  isAffirmed: boolean;
  isNamed: boolean;
}

type Ranked = Candidate & { title: string; score: number };

/**
 * Finds the words and phrases that several people use. Phrases come before words, and rarer words before common ones.
 * Words of the title and of the question to which they were said do not count.
 */
export function findThemes(statements: readonly Statement[], maxThemes: number): Theme[] {
  const ranked = collect(statements)
    .flatMap((candidate): Ranked[] => {
      const title = nameOf(candidate);
      return title === undefined ? [] : [{ ...candidate, title, score: scoreOf(candidate) }];
    })
    .toSorted((a, b) => b.score - a.score || (a.title < b.title ? -1 : 1));
  const chosen: Ranked[] = [];
  const choose = (candidates: readonly Ranked[], most: number) => {
    for (const candidate of candidates) {
      if (chosen.length >= most) return;
      if (!chosen.some((other) => isSame(other, candidate))) chosen.push(candidate);
    }
  };
  choose(
    ranked.filter(({ people }) => people.size > 1),
    maxThemes,
  );
  choose(
    ranked.filter(({ people, isNamed }) => people.size === 1 && isNamed),
    sharedWanted,
  );
  return chosen
    .toSorted((a, b) => b.people.size - a.people.size || b.score - a.score)
    .map(({ title, stems, statements: supporting, people }) => ({
      title,
      stems,
      statements: [...supporting],
      people_count: people.size,
    }));
}

/** Two candidates are the same if they share a word and most of the smaller one's statements, or else all statements. */
function isSame(chosen: Candidate, candidate: Candidate): boolean {
  const isOverlapping = candidate.stems.some((stem) => chosen.stems.includes(stem));
  const both = [...candidate.statements].filter((one) => chosen.statements.has(one)).length;
  const { size } = candidate.statements;
  return isOverlapping
    ? both * 2 > Math.min(chosen.statements.size, size)
    : both === size && size === chosen.statements.size;
}

function collect(statements: readonly Statement[]): Candidate[] {
  const found = new Map<string, Candidate>();
  for (const statement of statements) {
    for (const { stems, text, isDenied, isTitle, rarity, isNamed } of listPhrases(statement)) {
      const key = stems.join(" ");
      const candidate: Candidate = found.get(key) ?? {
        stems,
        rarity,
        statements: new Set(),
        people: new Set(),
        titles: new Map(),
        deniedTitles: new Map(),
        isAffirmed: false,
        isNamed: false,
      };
      found.set(key, candidate);
      candidate.isNamed ||= isNamed;
      candidate.isAffirmed ||= !isDenied;
      candidate.statements.add(statement);
      candidate.people.add(statement.person);
      if (!isTitle) continue;
      const titles = isDenied ? candidate.deniedTitles : candidate.titles;
      titles.set(text, (titles.get(text) ?? new Set()).add(statement.person));
    }
  }
  return [...found.values()];
}

/** The form that most people write, where nothing before it negates it; with the negation if all of them negate it. */
function nameOf({ titles, deniedTitles, isAffirmed }: Candidate): string | undefined {
  const [[form] = []] = [...(isAffirmed ? titles : deniedTitles)].toSorted(
    ([a, one], [b, other]) => other.size - one.size || a.length - b.length || (a < b ? -1 : 1),
  );
  return form && form.charAt(0).toLocaleUpperCase() + form.slice(1);
}

/** Of as many people, a phrase ranks before a word, a rare word before a common one, and what a sentence is mostly about. */
function scoreOf({ people, stems, rarity, statements }: Candidate): number {
  const parts = [...statements].map(({ sentence }) => 1 / sentence.words.length);
  const centrality = parts.reduce((sum, part) => sum + part, 0) / parts.length;
  return people.size + (stems.length > 1 ? 0.6 : 0) + rarity + centrality;
}

/** One to three words in a row, of which each has a meaning of its own. */
function* listPhrases({ sentence, askedStems }: Statement): Generator<Phrase> {
  const { language, text, words } = sentence;
  let negatedFrom: number | undefined;
  for (const [from, first] of words.entries()) {
    if (isNegation(language, first.written)) negatedFrom = from;
    if (first.isStop || roleWords.has(first.written)) continue;
    const isDenied = negatedFrom !== undefined;
    const negation =
      negatedFrom !== undefined && from - negatedFrom <= negationReach
        ? words[negatedFrom]
        : undefined;
    const stems: string[] = [];
    let rarity = 0;
    for (const [place, last] of words.slice(from, from + phraseWords).entries()) {
      if (place > 0 && (!last.isNext || last.isStop || roleWords.has(last.written))) break;
      stems.push(last.stem);
      rarity = Math.max(rarity, rarityOf(language, last));
      if (stems.every((stem) => askedStems.has(stem))) continue;
      if (place === 0 && vague.has(last.written)) continue;
      const isNamed = isThing(sentence, from, from + place);
      const subject = place === 0 && !isNamed ? subjectOf(words, from) : undefined;
      const start = negation ?? subject ?? first;
      const written = text.slice(start.start, last.end);
      yield {
        stems: [...stems],
        // A capital at the start of a sentence does not make another form.
        text: start === words[0] ? lowerFirst(written, language, start) : written,
        isDenied,
        isTitle:
          negation !== undefined || (!isDenied && (place > 0 || subject !== undefined || isNamed)),
        rarity,
        isNamed: isNamed && words[from + place + 1]?.isNext !== true,
      };
    }
  }
}

/** The "you" with which a verb or a quality is a title: "you listen", "you are calm". */
function subjectOf(words: readonly Word[], at: number): Word | undefined {
  const before = wordBefore(words, at);
  const subject = before?.written === "are" ? wordBefore(words, at - 1) : before;
  const isFirst = subject?.isNext === false;
  return isFirst && /^you(?:'re)?$/u.test(subject.written) ? subject : undefined;
}

const lowerFirst = (written: string, language: string, { isStop }: Word) =>
  language === "de" && !isStop ? written : written.charAt(0).toLocaleLowerCase() + written.slice(1);

const longLetters = 12;

/** How rare a word is, from 0 to 1: in English by a list, in other languages by its length. */
function rarityOf(language: string, { written }: Word): number {
  if (language === "en") return rarityInEnglish(written);
  return Math.min(1, [...written].length / longLetters);
}
