import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type { eld } from "eld/extrasmall";
import { isClaimed } from "./denials.ts";
import { memoize } from "./memoize.ts";

/** A text with fewer words is taken to be in the language of the others; slang looks like many that are not claimed. */
const claimedWordsMin = 4;
const otherWordsMin = 10;

/** The characters that show a language: of one text, and of all together. */
const sampleOfText = 500;
const sampleOfAll = 50_000;

let detector: typeof eld | undefined;

/** Detects a text's language. The detector is loaded at first use: it takes a quarter of a second and 30 MB. */
function detect(text: string): string {
  if (detector === undefined) {
    const require = createRequire(import.meta.url);
    const path = fileURLToPath(import.meta.resolve("eld/extrasmall"));
    detector = (require(path) as { eld: typeof eld }).eld;
  }
  return detector.detect(text).language;
}

/**
 * Makes a function that tells a text's language, by its code: that of all the texts together, unless the text is long
 * enough to show another one or in another script. English if nothing can be detected.
 */
export function createLanguageFinder(texts: readonly string[]): (text: string) => string {
  let together: { language: string; isInLatin: boolean } | undefined;
  const detectTogether = () => {
    const all = texts
      .map((text) => text.slice(0, sampleOfText))
      .join("\n")
      .slice(0, sampleOfAll);
    return { language: detect(all) || "en", isInLatin: isLatin(all) };
  };
  return memoize((text) => {
    together ??= detectTogether();
    const words = text.slice(0, sampleOfText).match(/[\p{L}\p{M}]+/gu) ?? [];
    const own = detect(text.slice(0, sampleOfText));
    const wordsMin = isClaimed(own) ? claimedWordsMin : otherWordsMin;
    const hasOwnLanguage = words.length >= wordsMin || isLatin(text) !== together.isInLatin;
    return (hasOwnLanguage && own) || together.language;
  });
}

/** Whether most letters are of the Latin script. */
function isLatin(text: string): boolean {
  const count = (letters: RegExp) => text.match(letters)?.length ?? 0;
  return count(/[\p{L}&&\p{Script=Latin}]/gv) * 2 >= count(/\p{L}/gu);
}
