import type { ItemSentence, ItsFunction, Tokens, WinkMethods } from "wink-nlp";

export interface Word {
  /** As it is written, in small letters, contractions taken apart. */
  normal: string;
  lemma: string;
  pos: string;
  is_stop: boolean;
}

/** One sentence of an answer: its words, and the text exactly as it stands there. */
export interface Sentence {
  text: string;
  words: Word[];
}

export interface Language {
  readSentences(text: string): Sentence[];
  /** How a word feels by itself, from -1 to 1; 0 for most. */
  feelingOf(word: string): number;
}

let loading: Promise<Language> | undefined;

/** Loads the language model at its first use: it costs memory and most of a second. */
export function loadLanguage(): Promise<Language> {
  loading ??= load();
  return loading;
}

async function load(): Promise<Language> {
  const [{ default: winkNLP }, { default: model }] = await Promise.all([
    import("wink-nlp"),
    import("wink-eng-lite-web-model"),
  ]);
  const nlp = winkNLP(model);
  const feelings = new Map<string, number>();
  return {
    readSentences: (text) => text.split("\n").flatMap((line) => readLine(nlp, line)),
    feelingOf(word) {
      const known = feelings.get(word);
      if (known !== undefined) return known;
      const feeling = Number(nlp.readDoc(word).out(nlp.its.sentiment));
      if (feelings.size < 20_000) feelings.set(word, feeling);
      return feeling;
    },
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
      // What is not found as it stands could not be quoted.
      if (text === "" || at === -1) return;
      from = at + text.length;
      sentences.push({ text, words: readWords(nlp, sentence.tokens()) });
    });
  return sentences;
}

function readWords({ its }: WinkMethods, tokens: Tokens): Word[] {
  // The package types this one with the arguments of its inside.
  const lemmas = tokens.out(its.lemma as ItsFunction<string>);
  const tags = tokens.out(its.pos);
  const stops = tokens.out(its.stopWordFlag);
  return tokens.out(its.normal).map((normal, index) => ({
    normal: String(normal).replaceAll("’", "'"),
    lemma: String(lemmas[index] ?? normal),
    pos: String(tags[index] ?? "X"),
    is_stop: Boolean(stops[index]),
  }));
}
