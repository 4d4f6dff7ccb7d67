import { isNegation } from "../words/denials.ts";
import { rarityInEnglish } from "../words/english-words.ts";
import { wordSet } from "../words/lists.ts";
import type { Sentence, Word } from "../words/sentences.ts";
import lists from "../words/word-lists.json" with { type: "json" };
import { isThing, wordBefore } from "./is-thing.ts";

/** A sentence, with who said it, and the stems that are no theme there: of the title and of the question. */
export interface AttributedSentence {
  person: string;
  sentence: Sentence;
  askedStems: ReadonlySet<string>;
}

/** Words that several people use, in their own form. */
export interface Theme<Statement extends AttributedSentence = AttributedSentence> {
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

interface Occurrence {
  key: string;
  /** The words as they are written, with the negation before them if there is one near enough. */
  text: string;
  /** Whether a negation is anywhere before them in their sentence. */
  isDenied: boolean;
  /** Whether `text` may be a title. */
  isTitle: boolean;
  size: number;
  rarity: number;
  /** Whether it is named as a thing: one voice needs that, because nobody else uses the words. */
  isNamed: boolean;
}

interface Candidate<Statement extends AttributedSentence> {
  key: string;
  size: number;
  rarity: number;
  statements: Set<Statement>;
  people: Set<string>;
  /** By its text, who writes it in this way. */
  titles: Map<string, Set<string>>;
  deniedTitles: Map<string, Set<string>>;
  isAffirmed: boolean;
  isNamed: boolean;
}

/**
 * Finds the words and phrases that several people use. Phrases come before words, and rarer words before common ones.
 * Words of the title and of the question to which they were said do not count.
 */
export function findThemes<Statement extends AttributedSentence>(
  statements: readonly Statement[],
  maxThemes: number,
): Theme<Statement>[] {
  const candidates = collect(statements).flatMap((candidate) => {
    const title = nameOf(candidate);
    return title === undefined ? [] : [{ ...candidate, title, score: scoreOf(candidate) }];
  });
  const ranked = candidates.toSorted((a, b) => b.score - a.score || (a.key < b.key ? -1 : 1));
  const shared = choose(
    ranked.filter(({ people }) => people.size > 1),
    [],
    maxThemes,
  );
  const chosen =
    shared.length < sharedWanted
      ? choose(
          ranked.filter(({ people, isNamed: isThing }) => people.size === 1 && isThing),
          shared,
          sharedWanted,
        )
      : shared;
  return chosen
    .toSorted((a, b) => b.people.size - a.people.size || b.score - a.score)
    .map(({ key, title, statements: supporting, people }) => ({
      title,
      stems: key.split(" "),
      statements: [...supporting],
      people_count: people.size,
    }));
}

type Ranked<Statement extends AttributedSentence> = Candidate<Statement> & {
  title: string;
  score: number;
};

/** The best candidates that are not about the same as a better one. */
function choose<Statement extends AttributedSentence>(
  ranked: readonly Ranked<Statement>[],
  before: readonly Ranked<Statement>[],
  most: number,
): Ranked<Statement>[] {
  const chosen = [...before];
  for (const candidate of ranked) {
    if (chosen.length >= most) break;
    if (!chosen.some((other) => isSame(other, candidate))) chosen.push(candidate);
  }
  return chosen;
}

/** Two candidates are the same if they share a word and most of the smaller one's statements, or else all statements. */
function isSame<Statement extends AttributedSentence>(
  chosen: Candidate<Statement>,
  candidate: Candidate<Statement>,
): boolean {
  const stems = new Set(chosen.key.split(" "));
  const isOverlapping = candidate.key.split(" ").some((stem) => stems.has(stem));
  const both = [...candidate.statements].filter((one) => chosen.statements.has(one)).length;
  const part = both / Math.min(chosen.statements.size, candidate.statements.size);
  return isOverlapping
    ? part > 0.5
    : part === 1 && chosen.statements.size === candidate.statements.size;
}

function collect<Statement extends AttributedSentence>(
  statements: readonly Statement[],
): Candidate<Statement>[] {
  const found = new Map<string, Candidate<Statement>>();
  for (const statement of statements) {
    for (const occurrence of listOccurrences(statement)) {
      const { key, text, isDenied, isTitle, size, rarity } = occurrence;
      const candidate: Candidate<Statement> = found.get(key) ?? {
        key,
        size,
        rarity,
        statements: new Set(),
        people: new Set(),
        titles: new Map(),
        deniedTitles: new Map(),
        isAffirmed: false,
        isNamed: false,
      };
      candidate.isNamed ||= occurrence.isNamed;
      candidate.isAffirmed ||= !isDenied;
      if (isTitle) {
        const titles = isDenied ? candidate.deniedTitles : candidate.titles;
        titles.set(text, (titles.get(text) ?? new Set()).add(statement.person));
      }
      candidate.statements.add(statement);
      candidate.people.add(statement.person);
      found.set(key, candidate);
    }
  }
  return [...found.values()];
}

/** The form that most people write, where nothing before it negates it; with the negation if all of them negate it. */
function nameOf({
  titles,
  deniedTitles,
  isAffirmed,
}: Candidate<AttributedSentence>): string | undefined {
  const [[form] = []] = [...(isAffirmed ? titles : deniedTitles)].toSorted(
    ([a, one], [b, other]) => other.size - one.size || a.length - b.length || (a < b ? -1 : 1),
  );
  return form && form.charAt(0).toLocaleUpperCase() + form.slice(1);
}

const scoreOf = ({ people, size, rarity, statements }: Candidate<AttributedSentence>) =>
  people.size + (size > 1 ? 0.6 : 0) + rarity + centralityOf([...statements]);

/** How much of its sentences a phrase is, from 0 to 1: it is the subject of a sentence of few words. */
const centralityOf = (statements: readonly AttributedSentence[]) =>
  statements.reduce((sum, { sentence }) => sum + 1 / sentence.words.length, 0) / statements.length;

/**
 * One to three words in a row. The first and the last of them have a meaning of their own, and so has each by which
 * the phrase is recognized.
 */
function* listOccurrences({ sentence, askedStems }: AttributedSentence): Generator<Occurrence> {
  const { language, text, words } = sentence;
  let negatedFrom: number | undefined;
  for (const [from, first] of words.entries()) {
    if (isNegation(language, first.written)) negatedFrom = from;
    if (first.isStop || roleWords.has(first.written)) continue;
    const stems: string[] = [];
    let rarity = 0;
    for (const [place, last] of words.slice(from, from + phraseWords).entries()) {
      if (place > 0 && !last.isNext) break;
      if (last.isStop) continue;
      stems.push(last.stem);
      rarity = Math.max(rarity, rarityOf(language, last));
      if (stems.every((stem) => askedStems.has(stem))) continue;
      if (place === 0 && vague.has(last.written)) continue;
      const negation =
        negatedFrom !== undefined && from - negatedFrom <= negationReach
          ? words[negatedFrom]
          : undefined;
      const isDenied = negatedFrom !== undefined;
      const isNamed = isThing(sentence, from, from + place);
      const subject = place === 0 && !isNamed ? subjectOf(words, from) : undefined;
      const start = negation ?? subject ?? first;
      const written = text.slice(start.start, last.end);
      const isAtStart = start === words[0];
      yield {
        key: stems.join(" "),
        // A capital at the start of a sentence does not make another form.
        text: isAtStart ? lowerFirst(written, language, start) : written,
        isDenied,
        isTitle:
          negation !== undefined || (!isDenied && (place > 0 || subject !== undefined || isNamed)),
        size: stems.length,
        rarity,
        isNamed: isNamed && stems.length === place + 1 && words[from + place + 1]?.isNext !== true,
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
