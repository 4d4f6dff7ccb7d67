import { spaceless } from "#server/features/invites/people/fold-name.ts";
import { beginsSpaceless } from "../known-names.ts";

/** Matches a text after which the next sentence may follow without a space. */
const endsSpaceless = new RegExp(`(?:[${spaceless}]\\p{M}*|[。！？」』）])$`, "v");
const isMeaningful = /[\p{L}\d]/u;

/** Where a quote appears in a text, verbatim except for quotation marks and white space. */
export function locate(text: string, words: string): string | undefined {
  const wanted = unquoted(words);
  if (!isMeaningful.test(wanted)) return undefined;
  return new RegExp(beginning(wanted) + patternOf(wanted) + ending(wanted), "u").exec(text)?.[0];
}

const unquoted = (words: string) =>
  words
    .normalize("NFC")
    .trim()
    .replace(/^["“”]+|["“”]+$/g, "")
    .trim();

const beginning = (words: string) => (beginsSpaceless.test(words) ? "" : "(?<![\\p{L}\\d])");
const ending = (words: string) => (endsSpaceless.test(words) ? "" : "(?![\\p{L}\\d])");

function patternOf(words: string): string {
  return [...words.replace(/\s+/g, " ")]
    .map((character) => {
      if (character === " ") return "\\s+";
      if (/['’‘]/.test(character)) return "['’‘]";
      if (/["“”]/.test(character)) return '["“”]';
      return character.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    })
    .join("");
}
