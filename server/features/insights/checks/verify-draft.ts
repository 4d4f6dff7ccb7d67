import type { InsightsContent, Point, Quote, Sentiment } from "#contract/insights/insights.ts";
import type { Side } from "#contract/insights/insights-text.ts";
import { describeOverall, describeSpread, formatMean } from "#contract/insights/overall-text.ts";
import { limits } from "#contract/limits.ts";
import { type DraftPoint, type DraftQuote, EngineError, type InsightsDraft } from "../engine.ts";
import { decideOverallView } from "../overall-view.ts";
import type { PreparedReading } from "../prepare-reading.ts";
import { findDenials, isClaimed } from "../words/denials.ts";
import { loadLanguage } from "../words/sentences.ts";
import { createProseCheck } from "./check-prose.ts";
import { createGate, type Gate, type Shown } from "./gate.ts";
import { createPoint, distinct, verifyQuote } from "./verify-quote.ts";

/** Insights of which every quote and count has been checked against the answers. */
export interface VerifiedInsights {
  sentiment: Sentiment;
  sentiment_explanation: string;
  summary_paragraph: string;
  next_step_suggestion: string;
  content: InsightsContent;
}

const maxThemes = 8;
/** More themes than are shown, because some are dropped. A model is asked for at most six. */
const themesChecked = 16;
/** Enough for the quotes that a model is asked for: one from each person. */
const quotesChecked = 2 * limits.peopleMax;
const maxQuotes = 6;
const sharedThemesWanted = 3;
/** The most words that a model is asked for in the title of a theme, and in that of a strength or a risk. */
const themeWords = 3;
const pointWords = 5;

/**
 * Verifies the draft of any engine: quotes have to appear in their answers, people are counted by quotes, a strength or
 * a risk needs two who do not deny it, a model's sentences may claim nothing else, and all passes the gate.
 * @throws EngineError if no part of the draft is based on an answer
 */
export function verifyDraft(
  prepared: PreparedReading,
  draft: InsightsDraft,
  kind: "local" | "model",
  gate: Gate = createGate(prepared),
): Shown<VerifiedInsights> {
  const model = kind === "model" ? createProseCheck(prepared) : undefined;
  const verifyQuotes = (given: readonly DraftQuote[]) =>
    distinct(
      given.slice(0, quotesChecked).flatMap((entry) => verifyQuote(prepared, entry, !model) ?? []),
    );
  const asked = {
    strengths: findAsked(prepared, "strengths"),
    worries: findAsked(prepared, "worries"),
  };
  const listStems = (text: string) =>
    loadLanguage(prepared.findLanguage(text))
      .readSentences(text)
      .flatMap(({ words }) => words.flatMap(({ isStop, stem }) => (isStop ? [] : [stem])));
  /** People mention what they write a word of, who were asked for it and do not deny it. */
  const mentions = (quote: Quote, title: string, side: Side) =>
    asked[side].question_ids.includes(quote.question_id) &&
    !isDenied(prepared, quote, side) &&
    listStems(quote.text).some((stem) => listStems(title).includes(stem));
  const point = (given: DraftPoint, maxWords: number, side?: Side): Point[] => {
    const text = model === undefined ? given.text : trimTitle(given.text, maxWords);
    if (text === undefined) return [];
    if (model && ![given.text, text].every(model.isGrounded)) return [];
    const quotes = verifyQuotes(given.quotes);
    return createPoint(
      text,
      side === undefined ? quotes : quotes.filter((quote) => mentions(quote, text, side)),
    );
  };
  const shared = (given: DraftPoint | null, side: Side) =>
    (given === null ? undefined : point(given, pointWords, side)[0]) ?? null;
  const themes = draft.themes
    .slice(0, themesChecked)
    .flatMap((given) => point(given, themeWords))
    .toSorted((a, b) => b.people_count - a.people_count)
    .slice(0, maxThemes);
  const quotes = verifyQuotes(draft.quotes).slice(0, maxQuotes);
  const writes = [...prepared.answers.values()].some(({ text }) => text !== "");
  if (writes && model && themes.length === 0 && quotes.length === 0) {
    throw new EngineError("nothing that rests on an answer");
  }

  const { sentiment, overall } = decideOverallView(
    prepared,
    model && { sentiment: draft.sentiment, quotes },
  );
  const prose = (text: string, restsOn: readonly unknown[]) =>
    model !== undefined && restsOn.length > 0 ? model.keepSupported(text) : "";
  const suggestionQuotes = verifyQuotes(draft.suggestion_quotes);
  const { content: passed, ...said } = gate.show({
    sentiment,
    sentiment_explanation:
      overall.source === "model" ? prose(draft.sentiment_explanation, quotes) : "",
    summary_paragraph: prose(draft.summary_paragraph, [...themes, ...quotes]),
    next_step_suggestion: prose(draft.next_step_suggestion, suggestionQuotes),
    content: {
      overall,
      themes,
      quotes,
      top_strength: shared(draft.top_strength, "strengths"),
      top_risk: shared(draft.top_risk, "worries"),
      asked,
      suggestion_quotes: suggestionQuotes,
      responses_count: prepared.reading.people.length,
      ...prepared.tallies,
      left_out: prepared.left_out,
    },
  });
  // What is added from here on consists of what has passed, counts, codes, and the owner's own texts.
  const content = keepPromises({ ...passed, unread_languages: listUnread(prepared) }, prepared);
  const [advice] = content.suggestion_quotes;
  const suggestion =
    advice === undefined
      ? composeSuggestion(prepared.is_anonymous ? null : content.top_risk)
      : `“${advice.text}”`;
  return {
    sentiment: said.sentiment,
    sentiment_explanation: [said.sentiment_explanation, describeOverall(content.overall)]
      .filter((part) => part !== "")
      .join(" "),
    summary_paragraph: said.summary_paragraph || composeSummary(content),
    next_step_suggestion: said.next_step_suggestion || suggestion,
    content,
  } as Shown<VerifiedInsights>;
}

/** After the gate, a strength or a risk still needs two people. One voice is shown if it is named, and little is shared. */
function keepPromises(content: InsightsContent, prepared: PreparedReading) {
  const shared = content.themes.filter(({ people_count }) => people_count > 1);
  const isShared = (point: Point | null) => (point?.people_count ?? 0) > 1;
  return {
    ...content,
    themes: prepared.is_anonymous || shared.length >= sharedThemesWanted ? shared : content.themes,
    top_strength: isShared(content.top_strength) ? content.top_strength : null,
    top_risk: isShared(content.top_risk) ? content.top_risk : null,
  };
}

/** A model's title without a heading ("Money: less pay") and marks; undefined if it has too many words. */
function trimTitle(written: string, maxWords: number): string | undefined {
  const plain = written.replaceAll(/[*_#"“”„«»]/gu, "").trim();
  const title = (plain.split(/\s*[:：]\s*|\s+[–—-]\s+/u).at(-1) ?? "").replace(/[\s.!,;]+$/u, "");
  const words = title.split(/\s+/u);
  if (title === "" || words.length > maxWords || /[,;|/、，；]/u.test(title)) return undefined;
  return title.charAt(0).toLocaleUpperCase() + title.slice(1);
}

/** Whether a quote touches a sentence of its answer that denies what was asked for. */
function isDenied(prepared: PreparedReading, quote: Quote, side: Side): boolean {
  const text = prepared.findAnswer(quote)?.text;
  if (text === undefined) return true;
  const language = prepared.findLanguage(text);
  const sentences = loadLanguage(language)
    .readSentences(text)
    .map((sentence) => sentence.text);
  const denied = findDenials(language, sentences, side);
  const from = text.indexOf(quote.text);
  let end = 0;
  return sentences.some((sentence, at) => {
    const start = text.indexOf(sentence, end);
    end = start + sentence.length;
    return denied[at] === true && start < from + quote.text.length && end > from;
  });
}

/** The questions that ask for a side, and how many people answered one of them in writing. */
function findAsked(
  { reading, findAskedRole }: PreparedReading,
  side: Side,
): InsightsContent["asked"]["worries"] {
  const asked = reading.people
    .map(({ answers }) =>
      answers.filter((read) => "text" in read.answer && findAskedRole(read) === side),
    )
    .filter((answers) => answers.length > 0);
  return {
    question_ids: [...new Set(asked.flat().map(({ question_id }) => question_id))],
    people_count: asked.length,
  };
}

function listUnread({ answers, findLanguage }: PreparedReading): string[] {
  const texts = [...answers.values()].map(({ text }) => text).filter((text) => text !== "");
  return [...new Set(texts.map(findLanguage))].filter((language) => !isClaimed(language)).sort();
}

const numerals = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");

/** "five"; from thirteen on "13". */
const countInWords = (count: number) => numerals[count] ?? String(count);

const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const themesNamed = 3;

type Findings = Pick<InsightsContent, "overall" | "themes" | "responses_count">;

/** A summary that only counts: who answered, what at least several people mention, and how they rate. */
export function composeSummary({ overall, themes, responses_count }: Findings): string {
  const people = responses_count === 1 ? "person" : "people";
  const shared = themes.filter(({ people_count }) => people_count > 1).slice(0, themesNamed);
  return [
    `${upperFirst(countInWords(responses_count))} ${people} answered.`,
    ...(shared.length === 0 ? [] : [`${upperFirst(listMentions(shared, responses_count))}.`]),
    ...describeRatings(overall),
  ].join(" ");
}

/** "all five mention “work”, at least three “money”, two “the move”". */
function listMentions(themes: readonly Point[], all: number): string {
  const firstOfFew = themes.findIndex(({ people_count }) => people_count < all);
  return themes
    .map(({ text, people_count }, index) => {
      const few = `${index === firstOfFew ? "at least " : ""}${countInWords(people_count)}`;
      const count = people_count < all ? few : all === 2 ? "both" : `all ${countInWords(all)}`;
      return index === 0 ? `${count} mention “${text}”` : `${count} “${text}”`;
    })
    .join(", ");
}

function describeRatings(overall: InsightsContent["overall"]): string[] {
  if (overall.source !== "stance" && overall.source !== "ratings") return [];
  const rated = `${formatMean(overall.mean)}, ${describeSpread(overall.spread)}`;
  return overall.source === "stance"
    ? [`Asked “${overall.label}”, they say ${rated}.`]
    : [`Their ratings average ${rated}.`];
}

/** What the owner may do next, if no answer gives advice that may be repeated. */
function composeSuggestion(risk: Point | null): string {
  return risk === null
    ? noSuggestion
    : `Ask those who mention “${risk.text}” what would have to change.`;
}

const noSuggestion = "Choose the answer that surprised you, and ask about it.";
