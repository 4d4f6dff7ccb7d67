import { createRequire } from "node:module";
import { memoize } from "./memoize.ts";
import { loadLanguage, type Sentence } from "./sentences.ts";

/** The weakest praise, of words such as "savings" and "interest", which only name something. */
const weak = 1;

/**
 * Loads the 3,000 words of a language with their feelings, from -5 to 5, at first use. Words of which another form feels
 * the opposite are left out: a translation is wrong.
 */
const load = memoize((language: string): ReadonlyMap<string, number> => {
  const require = createRequire(import.meta.url);
  const list: Record<string, number> = require(
    `afinn-165-multilingual/build/AFINN-${language}.json`,
  );
  const { findStem } = loadLanguage(language);
  const words = Object.entries(list).flatMap(([word, feeling]): [string, number][] =>
    word.includes(" ") || feeling === weak ? [] : [[word.toLowerCase(), feeling]],
  );
  const agreed = [...Map.groupBy(words, ([word]) => findStem(word)).values()].filter(
    (forms) => new Set(forms.map(([, feeling]) => feeling > 0)).size === 1,
  );
  return new Map(agreed.flat());
});

/**
 * The feeling of a sentence in a claimed language: above 0 if what feels good outweighs, below 0 if what feels bad does.
 * Source: AFINN-165 and its translations, through the package.
 */
export function readValence({ language, words }: Sentence): number {
  const feelings = load(language);
  const felt = words.filter(({ isStop }) => !isStop);
  return felt.reduce((sum, { written }) => sum + (feelings.get(written) ?? 0), 0);
}
