import { toLine } from "#contract/values/plain-text.ts";

/** Also up to the end of a sentence's quotation, because titles stand in quotation marks. */
const wholeAddress = /(?:\b[a-z][a-z0-9+.-]*:\/\/|\bwww\.)[^\s“”"<>]*/giu;
/** Between letters of a name that could be a domain, and in the middle of a sentence in Chinese or Japanese never. */
const dotOfDomain =
  /(?<=[\p{L}\p{M}\p{N}])[.\u2024\uff0e](?=[\p{L}\p{M}]{2})|(?<=[a-z0-9])[\u3002\uff61](?=[a-z]{2})/giu;
const numericAddress = /\b\d{1,3}(?:\.\d{1,3}){3}\b/g;

/**
 * On one line, and without anything that mail programs turn into a link: an address that begins with "http://" or
 * "www." is left out, and a space follows each dot of any other, as in "Node. js". Source: docs/product.md, Emails.
 */
export function withoutWebAddresses(text: string): string {
  return toLine(text)
    .replace(wholeAddress, "…")
    .replace(dotOfDomain, "$& ")
    .replace(numericAddress, (numbers) => numbers.replaceAll(".", ". "));
}
