import type { InsightsContent, Point, Quote } from "#contract/insights/insights.ts";
import type { PreparedReading } from "../prepare-reading.ts";
import { replaceAddresses } from "../words/addresses.ts";
import { memoize } from "../words/memoize.ts";
import { createAuthorCheck, createQuoteCheck } from "./author-check.ts";
import { quotationsIn, splitSentences } from "./check-prose.ts";
import { isAbusive, isInjection } from "./forbidden-words.ts";
import { createPoint, locate } from "./verify-quote.ts";

export declare const passed: unique symbol;

/** A result of which every text has passed the gate. Only such a result can be stored. */
export type Shown<Result> = Result & { readonly [passed]: true };

export type Gate = ReturnType<typeof createGate>;

/**
 * Decides what may be shown of a result, whichever engine made it. No text contains abuse, an address, a phone number
 * or an instruction to a model; in an anonymous circle, no text contains a name or tells who wrote an answer. What
 * fails is removed: a quote, a point, or a sentence. The owner's own texts may always be shown.
 */
export function createGate(prepared: PreparedReading) {
  const { is_anonymous: isAnonymous, answers, redact, fixedTexts } = prepared;

  const isFit = (text: string) =>
    !isAbusive(text) && !isInjection(text) && replaceAddresses(text, "") === text;

  const { title, description, what_they_ask, people } = prepared.reading;
  // To "How do we know each other?", the chosen option says who somebody is, so options do not count.
  const questions = people.flatMap((person) => person.answers.map(({ question }) => question));
  const ownTexts = [title, description, what_they_ask, ...new Set(questions)];
  const reveals = createAuthorCheck(ownTexts, prepared.findLanguage);

  /** Whether words of an answer may be quoted. Its sentences are searched once for what tells who wrote it. */
  const mayQuoteFrom = memoize((ref: string) => {
    const isOpen = isAnonymous ? createOpenCheck(answers.get(ref)?.text ?? "") : () => true;
    return (quoted: string) => isFit(quoted) && isOpen(quoted);
  });

  const createOpenCheck = (text: string) => {
    const redacted = redact(text);
    const isRevealing = createQuoteCheck(text, reveals);
    return (quoted: string) => redacted.includes(quoted) && !isRevealing(quoted);
  };

  const mayWrite = (text: string) =>
    isFit(text) && !(isAnonymous && (redact(text) !== text.normalize("NFC") || reveals(text)));

  function quote(given: Quote): Quote | undefined {
    const { ref = "", text = "" } = prepared.findAnswer(given) ?? {};
    const isFound = locate(text, given.text) !== undefined;
    return isFound && mayQuoteFrom(ref)(given.text) ? given : undefined;
  }

  function point(given: Point): Point | undefined {
    if (!mayWrite(given.text)) return undefined;
    const quotes = given.quotes.flatMap((each) => quote(each) ?? []);
    return createPoint(given.text, quotes)[0];
  }

  function prose(text: string): string {
    if (fixedTexts.has(text) || isUuid.test(text)) return text;
    return splitSentences(text).filter(maySay).join(" ");
  }

  function maySay(sentence: string): boolean {
    if (!mayWrite(sentence)) return false;
    if (!isAnonymous) return true;
    const quotesRevealing = quotationsIn(sentence).some((quoted) =>
      [...answers].some(
        ([ref, { text }]) => locate(text, quoted) !== undefined && !mayQuoteFrom(ref)(quoted),
      ),
    );
    return !quotesRevealing;
  }

  /** The value without what may not be shown; undefined if nothing is left of it. */
  function keep(value: unknown): unknown {
    if (typeof value === "string") return prose(value);
    if (Array.isArray(value)) return value.flatMap((each) => keep(each) ?? []);
    if (typeof value !== "object" || value === null) return value;
    if (isQuote(value)) return quote(value);
    if (isPoint(value)) return point(value);
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [name, keep(each) ?? null]),
    );
  }

  return {
    mayQuoteFrom,
    /** Returns the result as it may be shown. It walks every text, so that no new field can be forgotten. */
    show: <Result extends { content: Partial<InsightsContent> }>(result: Result) =>
      keep(result) as Shown<Result>,
  };
}

const isUuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const isQuote = (value: object): value is Quote =>
  "response_id" in value && "question_id" in value && "text" in value;

const isPoint = (value: object): value is Point => "quotes" in value && "people_count" in value;
