import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type { eld } from "eld/extrasmall";

/** With fewer words than this, a text is taken to be in the language of the others. */
const ownLanguageWordsMin = 4;

let detector: typeof eld | undefined;

/** Read at its first use: it costs a quarter of a second and 30 MB. */
function detect(text: string): string {
  if (detector === undefined) {
    const require = createRequire(import.meta.url);
    const path = fileURLToPath(import.meta.resolve("eld/extrasmall"));
    detector = (require(path) as { eld: typeof eld }).eld;
  }
  return detector.detect(text).language;
}

/**
 * Tells which language a text is in, by its code: that of all the texts together, unless it is long enough to show
 * another one, or not in the Latin script while they are. English where nothing can be told.
 */
export function createLanguageFinder(texts: readonly string[]): (text: string) => string {
  const all = texts.join("\n");
  const language = detect(all) || "en";
  const isAllLatin = isLatin(all);
  const told = new Map<string, string>();
  const tell = (text: string) => {
    const words = text.match(/[\p{L}\p{M}]+/gu) ?? [];
    const hasOwnLanguage = words.length >= ownLanguageWordsMin || isLatin(text) !== isAllLatin;
    return (hasOwnLanguage && detect(text)) || language;
  };
  return (text) => {
    const code = told.get(text) ?? tell(text);
    told.set(text, code);
    return code;
  };
}

/** Whether most letters are of the Latin script. */
function isLatin(text: string): boolean {
  const letters = text.match(/\p{L}/gu) ?? [];
  return letters.filter((letter) => /\p{Script=Latin}/u.test(letter)).length * 2 >= letters.length;
}
