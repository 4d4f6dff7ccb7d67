import { createRequire } from "node:module";
import { isFirstName, isKnownWord } from "../redact.ts";
import { isGermanNoun } from "./german-words.ts";
import { languageWords, wordSet } from "./lists.ts";
import { memoize } from "./memoize.ts";
import { startsSentence } from "./starts-sentence.ts";

/** A word of a sentence, from `start` to `end` in its text; a compound with hyphens is one word. */
export interface Word {
  start: number;
  end: number;
  /** In lower case. */
  written: string;
  /** The part that its forms have in common: "decide" and "decisions", "Geduld" and "geduldig". */
  stem: string;
  /** Whether it is a name, or so common that it says nothing by itself. */
  isStop: boolean;
  /** Whether only a space, a hyphen or nothing is between it and the word before. */
  isNext: boolean;
}

/** One sentence of an answer: its words, and its exact text. */
export interface Sentence {
  /** The language, by its code. */
  language: string;
  text: string;
  words: Word[];
}

interface Language {
  findStem(written: string): string;
  readSentences(text: string): Sentence[];
}

/** Languages in which a hyphen also joins a verb and its pronoun: "dis-moi", "deixe-me". */
const hyphenatesPronouns = wordSet("fr pt ro ca");

const stemsKept = 20_000;

/** Loads the rules of a language at first use. For some languages there are only rules for separating words. */
export const loadLanguage = memoize((code: string): Language => {
  const require = createRequire(import.meta.url);
  const stopWords: Readonly<Record<string, string[]>> = require("stopwords-iso");
  const toPlainWord = (word: string) => plain(word, code);
  const stops = new Set((stopWords[code] ?? []).map(toPlainWord));
  const { stemmer: name, content_nouns = [] } = languageWords[code] ?? {};
  // German capitalizes its nouns: "weg" is "away".
  const nouns = wordSet(content_nouns);
  const stem: (word: string) => string =
    name === undefined ? roughStem : require(`@orama/stemmers/${name}`).stemmer;
  const stems = new Map<string, string>();
  const findStem = (word: string) => {
    const known = stems.get(word) ?? stem(toPlainWord(word).replace(/'s$/, ""));
    if (stems.size < stemsKept) stems.set(word, known);
    return known;
  };
  const segmenter = new Intl.Segmenter(code, { granularity: "word" });
  const saysNothing = (word: string, written: string) =>
    !nouns.has(code === "de" ? word : written) && (stops.has(written) || !isContent(written));
  const readWords = (text: string) => {
    const read: Word[] = [];
    let after = 0;
    for (const parts of joinCompounds(text, segmenter.segment(text), code)) {
      const start = parts[0].index;
      const whole = parts.map(({ segment }) => segment).join("-");
      // "L'humour" is a word with an article.
      const elided = code === "en" ? "" : (/^\p{L}{1,5}['’](?=\p{L})/u.exec(whole)?.[0] ?? "");
      const word = whole.slice(elided.length);
      const written = toPlainWord(word);
      read.push({
        start: start + elided.length,
        end: start + whole.length,
        written,
        stem: findStem(written),
        isStop:
          saysNothing(word, written) ||
          parts.some(({ index, segment }) => isName(text, index, segment, code)),
        isNext: read.length > 0 && /^[\s-]*$/u.test(text.slice(after, start)),
      });
      after = start + whole.length;
    }
    return read;
  };
  return {
    findStem,
    readSentences: (text) =>
      text
        .split(sentenceEnd)
        .map((part) => part.trim())
        .filter((part) => part !== "")
        .map((part) => ({ language: code, text: part, words: readWords(part) })),
  };
});

/** The end of a line, or a mark that ends a sentence rather than an abbreviation. */
const sentenceEnd =
  /\n|(?<=[.!?…؟।]["”’»)]*)(?<!(?:^|\s)(?:Mr|Mrs|Ms|Dr|Prof|St|Hr|Fr|Sr|Sra|bzw|ca)\.)\s+(?!\p{Ll})|(?<=[。！？][」』）]*)(?![」』）])/u;

const plain = (word: string, code: string) =>
  word.normalize("NFC").toLocaleLowerCase(code).replaceAll("’", "'");

type Parts = [Intl.SegmentData, ...Intl.SegmentData[]];

/** Returns each word in its parts: "part-time" has two, most words have one. */
function joinCompounds(text: string, segments: Intl.Segments, code: string): Parts[] {
  const words: Parts[] = [];
  let end = 0;
  for (const part of segments) {
    if (part.isWordLike !== true) continue;
    const last = words.at(-1);
    const isJoined = text.slice(end, part.index) === "-" && !hyphenatesPronouns.has(code);
    if (last !== undefined && isJoined) last.push(part);
    else words.push([part]);
    end = part.index + part.segment.length;
  }
  return words;
}

/**
 * Whether a word has enough letters to mean something: one Chinese letter, two of a script that writes few vowels or
 * whole syllables, or three others.
 */
const isContent = (word: string) =>
  /\p{Script=Han}|[\p{Script=Katakana}\p{Script=Hangul}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thai}]{2}|\p{L}{3}/u.test(
    word.replace(/\p{M}/gu, ""),
  );

/** Whether a capitalized word names a person or a place, as far as a language's spelling shows it. */
function isName(text: string, at: number, word: string, code: string): boolean {
  if (!/^\p{Lu}\p{L}*\p{Ll}/u.test(word)) return false;
  if (isFirstName(word)) return true;
  if (code === "de") return !isGermanNoun(word, text.slice(0, at));
  return code === "en" ? !isKnownWord(word) : !startsSentence(text, at);
}

/** A rough stem, for a language without a stemmer: endings are about a third of a long word. */
function roughStem(word: string): string {
  return word.length <= 4 ? word : word.slice(0, Math.max(4, Math.ceil(word.length * 0.66)));
}
