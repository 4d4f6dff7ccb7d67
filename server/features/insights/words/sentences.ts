import type { ItemSentence, ItsFunction, Tokens, WinkMethods } from "wink-nlp";
import { wordFamilyOf } from "./word-family.ts";

export interface Word {
  /** As it is written, in small letters. */
  written: string;
  /** The same in one spelling ("color" for "colour"), contractions taken apart. */
  normal: string;
  lemma: string;
  /** What it shares with the words it is kin to: see word-family.ts. */
  family: string;
  pos: string;
  isStop: boolean;
}

/** One sentence of an answer: its words, and its exact text. */
export interface Sentence {
  text: string;
  words: Word[];
}

export interface Language {
  readSentences(text: string): Sentence[];
  /** How a word feels by itself, from -1 to 1; 0 for most. */
  feelingOf(word: string): number;
  /** The family that a word belongs to. */
  familyOf(word: string): string;
}

let loading: Promise<Language> | undefined;

/** Loads the language model at its first use: it costs memory and most of a second. */
export function loadLanguage(): Promise<Language> {
  loading ??= load();
  return loading;
}

async function load(): Promise<Language> {
  const [{ default: winkNLP }, { default: model }, { default: vader }] = await Promise.all([
    import("wink-nlp"),
    import("wink-eng-lite-web-model"),
    import("vader-sentiment"),
  ]);
  const nlp = winkNLP(model);
  const feelings = new Map<string, number>();
  return {
    readSentences: (text) => text.split("\n").flatMap((line) => readLine(nlp, line)),
    feelingOf(word) {
      const known = feelings.get(word);
      if (known !== undefined) return known;
      const feeling = vader.SentimentIntensityAnalyzer.polarity_scores(word).compound;
      if (feelings.size < 20_000) feelings.set(word, feeling);
      return feeling;
    },
    familyOf: (word) =>
      wordFamilyOf(
        String(
          nlp
            .readDoc(word)
            .tokens()
            .out(nlp.its.stem as ItsFunction<string>)[0] ?? word,
        ).toLowerCase(),
      ),
  };
}

function readLine(nlp: WinkMethods, line: string): Sentence[] {
  if (line.trim() === "") return [];
  const sentences: Sentence[] = [];
  let from = 0;
  nlp
    .readDoc(line)
    .sentences()
    .each((sentence: ItemSentence) => {
      const text = sentence.out().trim();
      const at = line.indexOf(text, from);
      // What cannot be found verbatim could not be quoted.
      if (text === "" || at === -1) return;
      from = at + text.length;
      sentences.push({ text, words: readWords(nlp, sentence.tokens()) });
    });
  return sentences;
}

function readWords({ its }: WinkMethods, tokens: Tokens): Word[] {
  // The package types this one with the arguments of its inside.
  const lemmas = tokens.out(its.lemma as ItsFunction<string>);
  const stems = tokens.out(its.stem as ItsFunction<string>);
  const values = tokens.out();
  const tags = tokens.out(its.pos);
  const stops = tokens.out(its.stopWordFlag);
  return tokens.out(its.normal).map((normal, index) => ({
    written: String(values[index] ?? normal).toLowerCase(),
    normal: String(normal).replaceAll("’", "'"),
    lemma: String(lemmas[index] ?? normal),
    family: wordFamilyOf(String(stems[index] ?? normal).toLowerCase()),
    pos: String(tags[index] ?? "X"),
    isStop: Boolean(stops[index]),
  }));
}
