import { spaceless } from "#server/features/invites/people/fold-name.ts";
import { beginsSpaceless } from "../known-names.ts";

/** Matches a text after which the next sentence may follow without a space. */
const endsSpaceless = new RegExp(`(?:[${spaceless}]\\p{M}*|[。！？」』）])$`, "v");
const isMeaningful = /[\p{L}\d]/u;
const redactionMark = "…";
/** The most characters for which one mark may stand, such as a long email address or a full name. */
const removedCharacters = 300;

/** Where a quote appears in a text, verbatim except for quotation marks and white space. */
export function locate(text: string, words: string): string | undefined {
  const wanted = unquoted(words);
  if (!isMeaningful.test(wanted)) return undefined;
  return new RegExp(beginning(wanted) + patternOf(wanted) + ending(wanted), "u").exec(text)?.[0];
}

/**
 * Where a quote with "…" in place of removed text appears: the parts between the marks must follow each other closely.
 * It is not a single pattern, which would take exponential time on repetitive text.
 */
export function locateRedacted(text: string, words: string): string | undefined {
  const pieces = unquoted(words).split(redactionMark);
  let spans: readonly Span[] | undefined;
  let gap = 0;
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) gap += removedCharacters;
    if (!isMeaningful.test(piece)) continue;
    const pattern = [
      // A removed name may be attached to other text ("…'s", "pre-…"); otherwise white space follows or precedes it.
      index === 0 ? beginning(piece) : /^\s/.test(piece) ? "(?<=\\s)" : "",
      patternOf(piece.trim()),
      index === pieces.length - 1 ? ending(piece) : /\s$/.test(piece) ? "(?=\\s)" : "",
    ].join("");
    const found = spansOf(text, pattern);
    spans = spans === undefined ? found : spansAcross(spans, found, gap);
    if (spans.length === 0) return undefined;
    gap = 0;
  }
  const [first] = spans ?? [];
  return first && text.slice(first.from, first.to);
}

interface Span {
  from: number;
  to: number;
}

/** All matches of a pattern in a text, in their order; they may overlap. */
function spansOf(text: string, pattern: string): Span[] {
  return [...text.matchAll(new RegExp(`(?=(${pattern}))`, "gu"))].map(
    ({ index, 1: found = "" }) => ({ from: index, to: index + found.length }),
  );
}

/**
 * Spans from the beginning of one in `before` to the end of one in `after` that follows it, at most `gap` characters
 * later.
 */
function spansAcross(before: readonly Span[], after: readonly Span[], gap: number): Span[] {
  const spans: Span[] = [];
  let next = 0;
  let nearest: Span | undefined;
  for (const { from, to } of after) {
    for (let span = before[next]; span !== undefined && span.to < from; span = before[next]) {
      nearest = span;
      next += 1;
    }
    if (nearest !== undefined && from - nearest.to <= gap) spans.push({ from: nearest.from, to });
  }
  return spans;
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
