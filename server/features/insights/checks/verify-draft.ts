import type { InsightsContent, Point, Quote, Sentiment } from "#contract/insights/insights.ts";
import { limits } from "#contract/limits.ts";
import {
  type DraftPoint,
  type DraftQuote,
  EngineError,
  type InsightsDraft,
  listAskedTexts,
} from "../engine.ts";
import { beginsSpaceless } from "../known-names.ts";
import { listPeople } from "../list-people.ts";
import { decideOverallView } from "../overall-view.ts";
import type { PreparedReading } from "../prepare-reading.ts";
import { isFirstName } from "../redact.ts";
import { startsSentence } from "../words/starts-sentence.ts";
import { quoteRevealsAuthor, textRevealsAuthor } from "./author-check.ts";
import { explainSentiment } from "./explain-sentiment.ts";
import { locate } from "./locate-quote.ts";
import { summarizeFindings, summarizeThemes } from "./summarize.ts";
import { containsUnknownName } from "./unknown-names.ts";

/** Insights whose every quote and count has been checked against the answers. */
export interface VerifiedInsights {
  sentiment: Sentiment;
  sentiment_explanation: string;
  summary_paragraph: string;
  next_step_suggestion: string;
  content: InsightsContent;
}

const themesAtMost = 8;
/** More than are shown, because some are dropped; a model is asked for six at most. */
const themesChecked = 16;
/** One from each person is what a model is asked for. */
const quotesChecked = 2 * limits.peopleMax;
const quotesAtMost = 6;
const proseCharacters = 1500;
const nameCharacters = 120;

/**
 * Verifies any engine's output: quotes appear verbatim in their answer or are dropped, people are counted by the
 * remaining quotes, and a model's own sentences lose what they must not contain (counts, quotes, numbers and names that
 * no one wrote, addresses) and are dropped when no quote supports them; a theme, strength or risk named so is dropped.
 * For an anonymous circle, nothing that reveals an author remains. Source: docs/product.md, Insights.
 * @throws EngineError when nothing of it rests on an answer
 */
export function verifyDraft(
  prepared: PreparedReading,
  draft: InsightsDraft,
  kind: "local" | "model",
): VerifiedInsights {
  const findQuotes = (given: readonly DraftQuote[]) =>
    distinct(given.slice(0, quotesChecked).flatMap((entry) => findQuote(prepared, entry) ?? []));
  const point = (given: DraftPoint | null) => {
    if (given === null) return undefined;
    const text = [...given.text.trim()].slice(0, nameCharacters).join("");
    return (prepared.is_anonymous && containsUnknownName(prepared, text)) ||
      revealsAuthor(prepared, text) ||
      (kind === "model" && !isGrounded(prepared, text))
      ? undefined
      : createPoint(text, findQuotes(given.quotes));
  };
  const themes = draft.themes
    .slice(0, themesChecked)
    .flatMap((given) => point(given) ?? [])
    .filter(({ people_count }) => people_count > 0)
    .toSorted((a, b) => b.people_count - a.people_count)
    .slice(0, themesAtMost);
  const quotes = findQuotes(draft.quotes).slice(0, quotesAtMost);
  const writes = prepared.reading.people.some(({ answers }) =>
    answers.some(({ answer }) => "text" in answer),
  );
  if (writes && kind === "model" && themes.length === 0 && quotes.length === 0) {
    throw new EngineError("nothing that rests on an answer");
  }

  const {
    sentiment,
    overall,
    leanings: byPerson,
  } = decideOverallView(prepared, draft, kind, quotes);
  const people = listPeople(prepared.responses, byPerson, prepared.is_anonymous);
  const prose = (text: string, restsOn: readonly unknown[]) =>
    restsOn.length === 0 ? "" : dropUnsupportedSentences(prepared, text);
  const suggestionQuotes = findQuotes(draft.suggestion_quotes);
  const explanation =
    overall.source === "model" ? prose(draft.sentiment_explanation, [...themes, ...quotes]) : "";
  const supported = (given: DraftPoint | null) => {
    const made = point(given);
    return made !== undefined && made.people_count > 0 ? made : null;
  };
  const strength = supported(draft.top_strength);
  const risk = supported(draft.top_risk);
  const summary =
    kind === "local"
      ? summarizeFindings(themes, strength, risk, people.length)
      : prose(draft.summary_paragraph, [...themes, ...quotes]) ||
        summarizeThemes(themes, people.length);
  // The local engine's own sentences are fixed ones around a quote.
  const suggestion =
    kind === "local" && suggestionQuotes.length === draft.suggestion_quotes.length
      ? draft.next_step_suggestion
      : prose(draft.next_step_suggestion, suggestionQuotes);
  return {
    sentiment,
    sentiment_explanation: explainSentiment(overall, people, explanation),
    summary_paragraph: summary,
    next_step_suggestion: suggestion || noSuggestion,
    content: {
      overall,
      themes,
      quotes,
      top_strength: strength,
      top_risk: risk,
      suggestion_quotes: suggestionQuotes,
      people,
      ...prepared.tallies,
      is_unsure: draft.is_unsure,
      left_out: prepared.left_out,
    },
  };
}

/** What is suggested where no answer suggests anything that may be said again. */
export const noSuggestion = "Choose the answer that surprised you, and ask its question again.";

/** What people said, counted by whom its quotes are of. */
export function createPoint(text: string, quotes: Quote[]): Point {
  return {
    text,
    people_count: new Set(quotes.map(({ response_id }) => response_id)).size,
    quotes,
  };
}

/** The quote as it appears in its answer; undefined when it does not, or means nothing on its own. */
function findQuote(prepared: PreparedReading, { answer, text }: DraftQuote): Quote | undefined {
  const source = prepared.answers.get(answer);
  if (source === undefined) return undefined;
  const found = locate(source.text, text);
  if (found === undefined || !isMeaningfulQuote(found, source.text)) return undefined;
  if (prepared.is_anonymous && quoteRevealsAuthor(source.text, found)) return undefined;
  return { text: found, response_id: source.response_id, question_id: source.question_id };
}

const clauseWords = 3;
/** Where no spaces tell words apart, this many letters are a clause. */
const clauseLetters = 4;

/** Whether words of an answer are a clause or a sentence: "the" supports anything. */
function isMeaningfulQuote(quoted: string, answer: string): boolean {
  const words = quoted.match(/[\p{L}\p{M}\d'’-]+/gu) ?? [];
  const unspaced = words.filter((word) => beginsSpaceless.test(word)).join("");
  const bare = (text: string) => text.replace(/^[^\p{L}\d]+|[^\p{L}\p{M}\d]+$/gu, "");
  return (
    words.length >= clauseWords ||
    [...unspaced].length >= clauseLetters ||
    answer.split(/(?<=[.!?…。！？])|\n/u).some((sentence) => bare(sentence) === bare(quoted)) ||
    answer
      .split("\n")
      .flatMap(itemsOf)
      .some((item) => bare(item) === bare(quoted))
  );
}

const betweenItems =
  /[,;/|()[\]{}、，；・（）]|(?:^|\s)(?:\d{1,2}[.)]|[•·‣*–—-])(?=\s)|[.!?…。！？]/u;
/** Standing alone, these belong to a sentence: "You, as I said", or turn what is listed round: "(not) kind". */
const isPartOfSentence =
  /^\s*(?:not?|never|none|nothing|hardly|but|yes|i|you|he|she|it|we|they|the|an?|and|or|so|nicht|kein|nie|ja|nein|ich|du|er|sie|pas|non|je|tu|nunca|yo|sí)\s*$/iu;
/** Where no spaces tell words apart, an item has no more letters. */
const itemLetters = 6;

/**
 * The items of a line that only lists: "1. Courage 2. Humour", "Kind (always); generous". A line in which anything is
 * longer than an item is a sentence.
 */
function itemsOf(line: string): string[] {
  const items = line.split(betweenItems).filter((item) => /[\p{L}\d]/u.test(item));
  const isShort = (item: string) => {
    const [first = "", ...others] = item.match(/[\p{L}\p{M}\d'’-]+/gu) ?? [];
    return (
      others.length < clauseWords &&
      !(beginsSpaceless.test(first) && [...first].length > itemLetters)
    );
  };
  return items.every((item) => isShort(item) && !isPartOfSentence.test(item)) ? items : [];
}

function distinct(quotes: readonly Quote[]): Quote[] {
  const seen = new Set<string>();
  return quotes.filter(({ response_id, question_id, text }) => {
    const key = `${response_id} ${question_id} ${text}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

const counts =
  /\b(?:all|both|none|nobody|everyone|everybody|most|half|majority|\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b(?:\s+(?:of|out of))?(?:\s+(?:the|them|your|\d+|two|three|four|five|six|seven|eight|nine|ten))*\s+(?:people|persons|perspectives|responses|respondents|friends|voices|of them|of you)\b/i;
/** Words that say how many without a number: nothing has counted them. */
const quantities = new RegExp(
  [
    String.raw`\b(?:everyone|everybody|nobody|no[ -]one|majority|minority|several|unanimous(?:ly)?|consensus|a handful|a couple of|a number of)\b`,
    String.raw`\b(?:all|both|none|most|many|few|half|some|each|\d+|one|two|three|four|five|six|seven|eight|nine|ten)(?:\s+of(?:\s+(?:the|them|you|your|those))?|\s+(?:other|others))?(?:\s+(?:the|your))?\s+(?:them|people|persons|perspectives|responses|respondents|answers|friends|voices|agree|say|see|think|feel|believe|want|trust|mind|worry|fear|hope|doubt|share|mention|name|speak|support|encourage|would|are|were|have)\b`,
    // "What they mind most" counts nobody, "Most find it brave" does.
    String.raw`(?:^|[,;:–—]\s*|\b(?:and|but|while|though)\s+)most\b(?!\s+of\s+all|\s+importantly)`,
    String.raw`\b(?:\d+|one|two|three|four|five|six|seven|eight|nine)\s+(?:in|of|out of)\s+(?:\d+|two|three|four|five|six|seven|eight|nine|ten)\b`,
    String.raw`\d\s*(?:%|per ?cent\b)|\b(?:two|three)[ -](?:thirds|quarters)\b`,
  ].join("|"),
  "i",
);
const addresses =
  /(?:https?:\/\/|www\.|@[\p{L}\d-]+\.|[([]\s*at\s*[)\]]\s*[\p{L}\d-]+|\b[\p{L}\d-]+\.(?:com|org|net|io|ly|me|co|eu|de|uk|app|dev|info|example)\b)|\+?\d(?:[\s()./-]{0,2}\d){6,}/iu;
const quotations = /["“]([^"“”]{3,})["”]/gu;

/** What prose quotes, without the mark at its end, which may be the prose's own. */
export function quotationsIn(prose: string): string[] {
  return [...prose.matchAll(quotations)].map(([, quoted = ""]) => quoted.replace(/[.,!?]$/, ""));
}

export function sentencesOf(prose: string): string[] {
  return prose.split(/(?<=[.!?…]["”’]?)\s+/u);
}

/** A model's own sentences, without those that contain what they must not. */
function dropUnsupportedSentences(prepared: PreparedReading, prose: string): string {
  return sentencesOf([...prose.trim()].slice(0, proseCharacters).join(""))
    .filter(
      (sentence) =>
        isGrounded(prepared, sentence) &&
        !inventsName(prepared, sentence) &&
        !revealsAuthor(prepared, sentence),
    )
    .join(" ");
}

/** Whether a text about an anonymous circle reveals who wrote an answer, or quotes something that does. */
function revealsAuthor(prepared: PreparedReading, words: string): boolean {
  if (!prepared.is_anonymous) return false;
  if (textRevealsAuthor(prepared, words)) return true;
  return quotationsIn(words).some((quoted) =>
    [...prepared.answers.values()].some(({ text }) => {
      const found = locate(text, quoted);
      return found !== undefined && quoteRevealsAuthor(text, found);
    }),
  );
}

/** Whether a model's text counts no one, names no one, directs no one anywhere, and quotes only what someone wrote. */
function isGrounded(prepared: PreparedReading, words: string): boolean {
  // What people wrote may contain counts: it is their claim, in quotation marks.
  const own = words.replace(quotations, "“”");
  if (counts.test(own) || quantities.test(own) || addresses.test(words)) return false;
  const written = wordsOf(prepared);
  if ((own.match(/\d+/g) ?? []).some((number) => !written.has(number))) return false;
  if (namesPerson(prepared, own, written)) return false;
  return quotationsIn(words).every((quoted) =>
    [...prepared.answers.values()].some(({ text }) => locate(text, quoted) !== undefined),
  );
}

/** A model does not know who wrote what, so it has no reason to name any of the people around the owner. */
function namesPerson(
  { removeNames }: PreparedReading,
  own: string,
  written: ReadonlySet<string>,
): boolean {
  return (
    removeNames(own) !== own ||
    capitalsOf(own).some(({ word }) => isFirstName(word) && !written.has(word.toLowerCase()))
  );
}

/** A capital within a sentence marks a name: one that no one wrote was made up. */
function inventsName(prepared: PreparedReading, sentence: string): boolean {
  const own = sentence.replace(quotations, "“”");
  const written = wordsOf(prepared);
  return capitalsOf(own).some(
    ({ word, at }) =>
      !startsSentence(own, at) && !/^I\b/.test(word) && !written.has(word.toLowerCase()),
  );
}

function capitalsOf(text: string): { word: string; at: number }[] {
  return [...text.matchAll(/(?<![\p{L}\d])\p{Lu}[\p{L}\p{M}'’]*/gu)].map(({ 0: word, index }) => ({
    word: word.replace(/['’](?:s|re|ve|ll|d|m)?$/u, ""),
    at: index,
  }));
}

const writtenWords = new WeakMap<PreparedReading, ReadonlySet<string>>();

/** Every word and number of what the engine was given. */
function wordsOf(prepared: PreparedReading): ReadonlySet<string> {
  const known = writtenWords.get(prepared);
  if (known !== undefined) return known;
  const { title, description, what_they_ask, people } = prepared.reading;
  const texts = [
    title,
    description,
    what_they_ask,
    ...people.flatMap(({ answers }) =>
      answers.flatMap((read) => [
        ...listAskedTexts(read),
        "text" in read.answer ? read.answer.text : "",
      ]),
    ),
  ];
  const words = new Set(
    texts.flatMap((text) => text.toLowerCase().match(/\p{L}[\p{L}\p{M}]*|\d+/gu) ?? []),
  );
  writtenWords.set(prepared, words);
  return words;
}
