import { setImmediate as nextTurn } from "node:timers/promises";
import type { Sentiment } from "#contract/insights/insights.ts";
import { thisServer } from "#contract/insights/processors.ts";
import { quoteRevealsAuthor } from "../checks/author-check.ts";
import { describeLeaning, joinInWords } from "../checks/describe-leaning.ts";
import { classifyQuestion, type QuestionSide, yesOrNo } from "../classify-question.ts";
import {
  type DraftPoint,
  type DraftQuote,
  type InsightsDraft,
  type InsightsEngine,
  listAskedTexts,
  type Reading,
  type ReadPerson,
} from "../engine.ts";
import { deniesWorry } from "../junk.ts";
import { isEnglish } from "../words/languages.ts";
import { type Language, loadLanguage, type Sentence } from "../words/sentences.ts";
import { isAbusive } from "./abuse.ts";
import { add, type Feeling, readFeeling } from "./feelings.ts";
import { countPeople, findThemes, type Statement, type Theme } from "./themes.ts";

const themesAtMost = 6;
const quotesAtMost = 4;

/**
 * Assembles insights from people's own sentences: no key, no network, deterministic. It finds and counts; it
 * does not understand, and says so.
 */
export function createLocalEngine(): InsightsEngine {
  return {
    kind: "local",
    name: "Paraline's own engine",
    use: "local",
    processor: thisServer,
    prompt_version: null,
    async generate(reading, onStage) {
      const language = await loadLanguage();
      await onStage("comparing");
      return draftInsights(reading, await parse(reading, language), language);
    },
  };
}

interface PersonReading {
  person: ReadPerson;
  feeling: Feeling;
  /** Wrote, but nothing in English. */
  isForeign: boolean;
  /** Wrote, but no word or phrase shows a feeling, and chose nothing that does. */
  isUnread: boolean;
}

function draftInsights(
  reading: Reading,
  parsed: ReadonlyMap<string, Sentence[]>,
  language: Language,
): InsightsDraft {
  const statements: Statement[] = [];
  const familiesOfOwner = ownerFamilies(reading, language);
  const isAboutIt = createRelatedness(reading, parsed, familiesOfOwner);
  const readings = reading.people.map((person) =>
    readPerson(person, { language, parsed, isAboutIt }, statements),
  );
  const people = readings.map(({ person, feeling }) => ({
    person: person.ref,
    sentiment: sentimentOf(feeling),
  }));
  const answers = new Map(
    reading.people.flatMap((person) => person.answers.map(({ ref, answer }) => [ref, answer])),
  );
  const isTelling = ({ answer, sentence: { text } }: Statement) => {
    const written = answers.get(answer);
    return written !== undefined && "text" in written && quoteRevealsAuthor(written.text, text);
  };
  const quotable = statements.filter(
    (statement) =>
      !isAbusive(statement.sentence.text) && !(reading.is_anonymous && isTelling(statement)),
  );
  const themes = findThemes(quotable, familiesOfOwner, language, themesAtMost);
  const { point: strength } = topPoint(quotable, themes, "support");
  const { point: risk, subject: atRisk } = topPoint(quotable, themes, "worry");
  const quotes = highlight(quotable, themes);
  const suggestion = createSuggestion(quotable, risk, atRisk);
  const sentiment = overallSentiment(
    people.map((entry) => entry.sentiment),
    readings,
  );
  const foreign = readings.filter(({ isForeign }) => isForeign).length;
  const unread = readings.filter(({ isUnread }) => isUnread).length;
  return {
    sentiment,
    sentiment_explanation: describeLeaning(people.map((entry) => entry.sentiment)),
    summary_paragraph: summarize(reading, themes, strength, risk),
    themes: themes.map(({ title, statements: supporting }) => ({
      text: title,
      quotes: onePerPerson(supporting).map(quoteOf),
    })),
    quotes: quotes.map(quoteOf),
    top_strength: strength,
    top_risk: risk,
    next_step_suggestion: suggestion.text,
    suggestion_quotes: suggestion.quotes,
    people,
    is_unsure: foreign * 3 >= readings.length || unread * 2 >= readings.length,
  };
}

/** Reads one person: how they lean as a whole, and what of it may be quoted. */
function readPerson(
  person: ReadPerson,
  {
    language,
    parsed,
    isAboutIt,
  }: {
    language: Language;
    parsed: ReadonlyMap<string, Sentence[]>;
    isAboutIt: (person: string, sentences: readonly Sentence[]) => boolean;
  },
  statements: Statement[],
): PersonReading {
  const feeling: Feeling = { support: 0, worry: 0 };
  const given: { asked: QuestionSide; text: string; feeling: Feeling }[] = [];
  let isFelt = false;
  let isAboutCircle = false;
  let foreign = 0;
  for (const { ref, question, answer } of person.answers) {
    if (!("text" in answer)) {
      if (answer.support === undefined) continue;
      isFelt = true;
      add(feeling, feelingOf(answer.support));
      continue;
    }
    const sentences = parsed.get(ref);
    if (sentences === undefined) {
      foreign += 1;
      continue;
    }
    const asked = classifyQuestion(question);
    const ofAnswer: Feeling = { support: 0, worry: 0 };
    const ofThis: Statement[] = [];
    for (const sentence of sentences) {
      const read = readFeeling(sentence, language);
      add(ofAnswer, read);
      ofThis.push({
        person: person.ref,
        answer: ref,
        sentence,
        feeling: read,
        side: sideOf(read, asked),
        isAdvice: isAdvice(sentence.text, asked),
      });
    }
    // A sentence that leans to no side leans as its answer does.
    const side = sideOf(ofAnswer, asked);
    statements.push(
      ...ofThis.map((statement) =>
        statement.side === "neither" ? { ...statement, side } : statement,
      ),
    );
    const stand = yesOrNo(question, answer.text);
    if (stand !== undefined) {
      ofAnswer[(stand === "yes") === (asked !== "worry") ? "support" : "worry"] += 3;
    }
    if (ofAnswer.support + ofAnswer.worry > 0.5 || deniesWorry(answer.text)) isFelt = true;
    if (isAboutIt(person.ref, sentences)) isAboutCircle = true;
    given.push({ asked, text: answer.text, feeling: ofAnswer });
  }

  // An answer to what supports or what worries takes that side in any wording, provided it is an answer at all.
  const takesSides = isFelt || isAboutCircle;
  const isUnread = !isFelt;
  const worries = given.filter(({ asked }) => takesSides && asked === "worry").length;
  for (const { asked, text, feeling: ofAnswer } of given) {
    const side = takesSides ? asked : "open";
    if (side === "support" || side === "worry") isFelt = true;
    // Three questions after worries do not make a person three times as worried.
    add(feeling, weightAnswer(ofAnswer, side, text), side === "worry" ? 1 / Math.sqrt(worries) : 1);
  }
  return {
    person,
    feeling: isFelt ? feeling : { support: 0, worry: 0 },
    isForeign: foreign > 0 && foreign >= given.length,
    isUnread: isUnread && given.length + foreign > 0,
  };
}

/**
 * The English sentences of every answer, by the answer's ref. This is most of the work, so it yields after each person.
 */
async function parse({ people }: Reading, language: Language): Promise<Map<string, Sentence[]>> {
  const parsed = new Map<string, Sentence[]>();
  for (const { answers } of people) {
    for (const { ref, answer } of answers) {
      if ("text" in answer && isEnglish(answer.text)) {
        parsed.set(ref, language.readSentences(answer.text));
      }
    }
    await nextTurn();
  }
  return parsed;
}

/**
 * Whether sentences are about what was asked: they share a word with the owner's texts or with what someone else says.
 */
function createRelatedness(
  { people }: Reading,
  parsed: ReadonlyMap<string, Sentence[]>,
  familiesOfOwner: ReadonlySet<string>,
) {
  const saidBy = new Map<string, Set<string>>();
  for (const { ref: person, answers } of people) {
    for (const { words } of answers.flatMap(({ ref }) => parsed.get(ref) ?? [])) {
      for (const { family, isStop } of words) {
        if (isStop || !/\p{L}{3}/u.test(family)) continue;
        saidBy.set(family, (saidBy.get(family) ?? new Set()).add(person));
      }
    }
  }
  return (person: string, sentences: readonly Sentence[]) =>
    sentences.some(({ words }) =>
      words.some(({ family, isStop }) => {
        if (isStop) return false;
        const others = saidBy.get(family);
        if (others === undefined) return false;
        return familiesOfOwner.has(family) || others.size > (others.has(person) ? 1 : 0);
      }),
    );
}

/** What was asked for counts for less than what was offered: everyone has a worry when asked for one. */
function weightAnswer(feeling: Feeling, asked: QuestionSide, text: string): Feeling {
  switch (asked) {
    case "worry":
      if (deniesWorry(text)) return { support: 3, worry: 0 };
      return { support: feeling.support * 0.8, worry: capped(0.4 * feeling.worry + 0.6) };
    case "support":
      return { support: capped(0.6 * feeling.support + 0.9), worry: feeling.worry * 0.7 };
    case "advice":
      if (deniesWorry(text)) return { support: 2, worry: 0 };
      return { support: feeling.support, worry: 0.7 * feeling.worry };
    case "open":
      return {
        support: feeling.support * 1.1 + (feeling.worry < 0.3 ? 0.2 : 0),
        worry: feeling.worry * 1.1,
      };
  }
}

const capped = (value: number) => Math.min(value, 3);

/** A chosen answer that is all support, or all worry, counts for this much. */
const chosenWeight = 4;

function feelingOf(support: number): Feeling {
  return { support: support * chosenWeight, worry: (1 - support) * chosenWeight };
}

function sideOf({ support, worry }: Feeling, asked: QuestionSide): Statement["side"] {
  if (asked === "worry") return support > worry + 2 ? "support" : "worry";
  if (support > worry * 1.3) return "support";
  if (worry > support * 1.3) return "worry";
  return asked === "support" ? "support" : "neither";
}

function sentimentOf({ support, worry }: Feeling): Sentiment {
  const all = support + worry;
  if (all < 0.5) return "other";
  const lean = (support - worry) / all;
  if (lean > 0.25) return "positive";
  if (lean < -0.2) return "concerned";
  return "mixed";
}

function overallSentiment(
  people: readonly Sentiment[],
  readings: readonly PersonReading[],
): Sentiment {
  const of = (sentiment: Sentiment) => people.filter((entry) => entry === sentiment).length;
  const voiced = people.length - of("other");
  if (voiced * 2 < people.length || voiced === 0) return "other";
  const positive = of("positive") / voiced;
  const concerned = of("concerned") / voiced;
  if (positive >= 0.65 && concerned <= 0.2) return "positive";
  if (concerned >= 0.6 && positive <= 0.25) return "concerned";
  const total: Feeling = { support: 0, worry: 0 };
  for (const { feeling } of readings) add(total, feeling);
  const lean = (total.support - total.worry) / (total.support + total.worry);
  if (lean > 0.25 && concerned <= 0.34) return "positive";
  if (lean < -0.2 && positive <= 0.34) return "concerned";
  return "mixed";
}

const adviceStart =
  /^(?:before |first,? |please |maybe |perhaps |just )?(?:you,? )?(?:try|ask|talk|start|make sure|find|write|visit|call|spend|keep|give|take|get|set|wait|go|do|don't|don’t|visit|test|run|build|show|rent|save|read|cut|add|begin|book|check|choose|decide|plan|send|sit|sleep|stop|tell|work|move|put|let|leave|look|rehearse|hire|draw|record|finish|publish|say)\b/i;
const adviceInside =
  /\b(?:you should|you could|you might|i(?:'d| would|’d) (?:suggest|advise|start|try|ask|first|wait|take|go|talk|find|spend|keep|want|make|do|say)|if i were you|my advice|i suggest|i recommend|why not|have you (?:asked|tried|thought|talked)|before you|it would help to|make sure)\b/i;

function isAdvice(text: string, asked: QuestionSide): boolean {
  return (
    adviceInside.test(text) || (adviceStart.test(text) && (asked === "advice" || asked === "open"))
  );
}

function ownerFamilies(reading: Reading, language: Language): Set<string> {
  const texts = [
    reading.title,
    reading.description,
    reading.what_they_ask,
    ...reading.people.flatMap(({ answers }) => answers.flatMap(listAskedTexts)),
  ];
  return new Set(
    [...new Set(texts)]
      .flatMap((text) => language.readSentences(text))
      .flatMap(({ words }) => words.map(({ family }) => family)),
  );
}

const quoteOf = ({ answer, sentence }: Statement): DraftQuote => ({ answer, text: sentence.text });

/** How good a sentence is to read by itself: whole, of a fair length, not leaning on the one before it. */
function scoreStandalone({ sentence: { text, words } }: Statement): number {
  const length = text.length;
  let score = length < 25 ? -2 : length < 45 ? 0 : length <= 220 ? 2 : length <= 320 ? 0 : -2;
  if (/[.!?…)”"']$/u.test(text)) score += 1;
  if (
    /^(?:and|but|or|so|because|which|that|this|it|he|she|they|these|those|also|then)\b/i.test(text)
  )
    score -= 1;
  if (!words.some(({ pos }) => pos === "VERB" || pos === "AUX")) score -= 1;
  return score;
}

const strengthOf = ({ feeling }: Statement) =>
  Math.min(3, Math.abs(feeling.support - feeling.worry));

function byQuality(a: Statement, b: Statement): number {
  return scoreStandalone(b) + strengthOf(b) - (scoreStandalone(a) + strengthOf(a));
}

/** The best saying of each person, best first. */
function onePerPerson(statements: readonly Statement[]): Statement[] {
  const best = new Map<string, Statement>();
  for (const statement of statements.toSorted(byQuality)) {
    if (!best.has(statement.person)) best.set(statement.person, statement);
  }
  return [...best.values()];
}

/** A few sentences from different people, both sides where there are two, what many speak of first. */
function highlight(statements: readonly Statement[], themes: readonly Theme[]): Statement[] {
  const spoken = new Map<Statement, number>();
  for (const theme of themes) {
    for (const statement of theme.statements) {
      spoken.set(statement, (spoken.get(statement) ?? 0) + theme.people_count);
    }
  }
  const rank = new Map(
    statements.map((statement) => [
      statement,
      scoreStandalone(statement) + strengthOf(statement) + 0.4 * (spoken.get(statement) ?? 0),
    ]),
  );
  const ranked = statements
    .filter((statement) => scoreStandalone(statement) > 0)
    .toSorted((a, b) => (rank.get(b) ?? 0) - (rank.get(a) ?? 0));
  const people = new Set<string>();
  const chosen: Statement[] = [];
  for (const side of ["support", "worry", "support", "worry", undefined, undefined] as const) {
    if (chosen.length === quotesAtMost) break;
    const next = ranked.find(
      (statement) =>
        !people.has(statement.person) && (side === undefined || statement.side === side),
    );
    if (next === undefined) continue;
    people.add(next.person);
    chosen.push(next);
  }
  return chosen;
}

/** What most people support, or worry about; without anything shared, the strongest sentence of that side. */
function topPoint(
  statements: readonly Statement[],
  themes: readonly Theme[],
  side: "support" | "worry",
): { point: DraftPoint | null; subject?: string } {
  const ofSide = statements.filter((statement) => statement.side === side);
  const [first] = themes
    .map((theme) => ({
      ...theme,
      statements: theme.statements.filter((statement) => statement.side === side),
    }))
    .map((theme) => ({ ...theme, people: countPeople(theme.statements) }))
    .filter(({ people }) => people >= 2)
    .toSorted((a, b) => b.people - a.people);
  if (first !== undefined) {
    const quotes = onePerPerson(first.statements).map(quoteOf);
    return { point: { text: first.title, quotes }, subject: first.subject };
  }
  const [strongest] = ofSide.toSorted(
    (a, b) => b.feeling[side] - a.feeling[side] || byQuality(a, b),
  );
  if (strongest === undefined) return { point: null };
  const theme = themes.find((entry) => entry.statements.includes(strongest));
  return {
    point: { text: theme?.title ?? strongest.sentence.text, quotes: [quoteOf(strongest)] },
    ...(theme && { subject: theme.subject }),
  };
}

function createSuggestion(
  statements: readonly Statement[],
  risk: DraftPoint | null,
  atRisk: string | undefined,
): { text: string; quotes: DraftQuote[] } {
  const atStake = new Set(risk?.quotes.map(({ answer }) => answer));
  const [advice] = statements
    .filter((statement) => statement.isAdvice && scoreStandalone(statement) >= 0)
    .toSorted(
      (a, b) =>
        scoreStandalone(b) - scoreStandalone(a) ||
        Number(atStake.has(b.answer)) - Number(atStake.has(a.answer)),
    );
  if (advice !== undefined) {
    return {
      text: `One of them puts it like this: “${advice.sentence.text}”`,
      quotes: [quoteOf(advice)],
    };
  }
  if (risk !== null) {
    return {
      text: `No one says what to do next. ${atRisk === undefined ? "One worry stands out" : `What weighs most is ${decapitalized(atRisk)}`}: ask one of them to tell you more about it.`,
      quotes: risk.quotes.slice(0, 1),
    };
  }
  return {
    text: "No one says what to do next. Choose the answer that surprised you, and ask its question again.",
    quotes: [],
  };
}

const decapitalized = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

function summarize(
  { people }: Reading,
  themes: readonly Theme[],
  strength: DraftPoint | null,
  risk: DraftPoint | null,
): string {
  const shared = themes.filter(({ people_count }) => people_count >= 2).slice(0, 3);
  const parts = [
    shared.length === 0
      ? "There is no subject that two of them share."
      : `What comes up most: ${joinInWords(shared.map(({ subject, people_count }) => `${decapitalized(subject)} (${people_count} of ${people.length})`))}.`,
    strength?.quotes[0] && `The strongest support: “${strength.quotes[0].text}”`,
    risk?.quotes[0] && `The strongest worry: “${risk.quotes[0].text}”`,
  ];
  return parts.filter(Boolean).join(" ");
}
