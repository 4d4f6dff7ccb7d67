import type { Quote } from "#contract/insights/insights.ts";
import { beginsSpaceless } from "../known-names.ts";
import { type AttributedSentence, findThemes } from "../themes/find-themes.ts";
import { createLanguageFinder } from "../words/languages.ts";
import { loadLanguage } from "../words/sentences.ts";

/** In scripts without spaces between words, this many letters count as a word. */
const lettersOfWord = 4;

/**
 * Shortens a model's title to at most `maxWords` words, without a heading before it. A title that cannot be shortened
 * is replaced by the words that most of the quoted people share; undefined if they share none.
 */
export function shortenTitle(
  written: string,
  quotes: readonly Quote[],
  maxWords: number,
): string | undefined {
  const bare = withoutHeading(written);
  const short = countWords(bare) > maxWords ? bare.replace(article, "") : bare;
  if (short !== "" && countWords(short) <= maxWords && !isList(short)) return upperFirst(short);
  const people = new Set(quotes.map(({ response_id }) => response_id)).size;
  const [shared] = findThemes(listSaid(quotes), new Set(), 1);
  return shared !== undefined && shared.people_count * 2 > people ? shared.title : undefined;
}

function listSaid(quotes: readonly Quote[]): AttributedSentence[] {
  const languageOf = createLanguageFinder(quotes.map(({ text }) => text));
  return quotes.flatMap(({ text, response_id }) =>
    loadLanguage(languageOf(text))
      .readSentences(text)
      .map((sentence) => ({ person: response_id, sentence })),
  );
}

/** Returns "less pay" for "Money: less pay" and "**Money** – less pay". */
function withoutHeading(title: string): string {
  const plain = title.replaceAll(/[*_#"“”„«»]/gu, "").trim();
  const parts = plain.split(/\s*[:：]\s*|\s+[–—-]\s+/u).filter((part) => /\p{L}/u.test(part));
  return (parts.at(-1) ?? "").replace(/[\s.!,;]+$/u, "");
}

const isList = (title: string) => /[,;|/、，；]/u.test(title);

const article =
  /^(?:the|an?|your|their|der|die|das|ein|eine|le|la|les|une?|el|los|las|una?|il|gli|os?|as?|um|uma)\s+/iu;

function countWords(title: string): number {
  const words = title.split(/\s+/u).filter((word) => /[\p{L}\d]/u.test(word));
  return words.reduce(
    (sum, word) =>
      sum + (beginsSpaceless.test(word) ? Math.ceil([...word].length / lettersOfWord) : 1),
    0,
  );
}

const upperFirst = (text: string) => text.charAt(0).toLocaleUpperCase() + text.slice(1);
