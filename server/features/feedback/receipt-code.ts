import type { Language } from "#contract/languages.ts";

/** Of lists of 1,024 words or more: at least 40 bits. */
const wordsOfCode = 4;
const bytesOfWord = 4;

/** Loads a list when it is first asked for, and keeps it. */
function loadOnce(load: () => Promise<string[]>): () => Promise<string[]> {
  let words: Promise<string[]> | undefined;
  return () => (words ??= load());
}

const ownList = (load: () => Promise<{ default: string }>) =>
  loadOnce(async () => (await load()).default.split(" "));

/** Without words that nobody wants to read who has just opened up to somebody. */
const keptList = (
  language: "en" | "es" | "fr" | "it" | "ja" | "pt-BR",
  load: () => Promise<{ wordlist: string[] }>,
) =>
  loadOnce(async () => {
    const lists = await import("./receipt-words/unpleasant.json", { with: { type: "json" } });
    const unpleasant = new Set(lists.default[language].split(" "));
    const words = (await load()).wordlist.map((word) => word.normalize("NFC"));
    return words.filter((word) => !unpleasant.has(word));
  });

const wordLists: Record<Language, () => Promise<string[]>> = {
  ar: ownList(() => import("./receipt-words/ar.json", { with: { type: "json" } })),
  de: ownList(() => import("./receipt-words/de.json", { with: { type: "json" } })),
  en: keptList("en", () => import("@scure/bip39/wordlists/english.js")),
  es: keptList("es", () => import("@scure/bip39/wordlists/spanish.js")),
  fr: keptList("fr", () => import("@scure/bip39/wordlists/french.js")),
  it: keptList("it", () => import("@scure/bip39/wordlists/italian.js")),
  ja: keptList("ja", () => import("@scure/bip39/wordlists/japanese.js")),
  nl: ownList(() => import("./receipt-words/nl.json", { with: { type: "json" } })),
  pl: ownList(() => import("./receipt-words/pl.json", { with: { type: "json" } })),
  "pt-BR": keptList("pt-BR", () => import("@scure/bip39/wordlists/portuguese.js")),
  tr: ownList(() => import("./receipt-words/tr.json", { with: { type: "json" } })),
};

/** The words that codes in a language are made of. */
export const listReceiptWords = (language: Language): Promise<string[]> => wordLists[language]();

/** The code that stands for a digest, in the words of a language: "apple-river-window-green". */
export async function createReceiptCode(digest: Buffer, language: Language): Promise<string> {
  const words = await listReceiptWords(language);
  return Array.from(
    { length: wordsOfCode },
    (_, index) => words[digest.readUInt32BE(index * bytesOfWord) % words.length],
  ).join("-");
}
