import { spaceless } from "#server/features/invites/fold-name.ts";
import { begins_spaceless } from "./redact.ts";

const ends_spaceless = new RegExp(`[${spaceless}]\\p{M}*$`, "v");

/** Where words stand in a text, spelled as they stand there: only marks of quotation and white space may differ. */
export function locate(text: string, words: string): string | undefined {
  const wanted = words
    .normalize("NFC")
    .trim()
    .replace(/^["“”]+|["“”]+$/g, "")
    .trim();
  if (!/[\p{L}\d]/u.test(wanted)) return undefined;
  const pattern = [...wanted.replace(/\s+/g, " ")]
    .map((character) => {
      if (character === " ") return "\\s+";
      if (/['’‘]/.test(character)) return "['’‘]";
      if (/["“”]/.test(character)) return '["“”]';
      return character.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    })
    .join("");
  const starts = begins_spaceless.test(wanted) ? "" : "(?<![\\p{L}\\d])";
  const ends = ends_spaceless.test(wanted) ? "" : "(?![\\p{L}\\d])";
  return new RegExp(starts + pattern + ends, "u").exec(text)?.[0];
}
