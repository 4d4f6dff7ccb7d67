import type { Side } from "#contract/insights/insights-text.ts";
import type { Gate } from "../checks/gate.ts";
import { type DraftPoint, type InsightsDraft, listAskedTexts, type ReadAnswer } from "../engine.ts";
import type { PreparedReading } from "../prepare-reading.ts";
import { type AttributedSentence, findThemes, type Theme } from "../themes/find-themes.ts";
import { findDenials } from "../words/denials.ts";
import { loadLanguage, type Sentence } from "../words/sentences.ts";
import { readValence } from "../words/valence.ts";

const maxThemes = 8;
const maxQuotes = 6;

/** A sentence that may be quoted. */
interface Statement extends AttributedSentence {
  answer: string;
  text: string;
  /** The side that its question asks for, if it neither denies it nor feels like the other side. */
  names: Side | undefined;
  isAdvice: boolean;
}

/**
 * Drafts insights from people's own sentences, always in the same way. It counts, groups and quotes; it interprets
 * nothing. The overall view is counted elsewhere, and the sentences are composed of what the checks leave.
 */
export function draftLocally(prepared: PreparedReading, gate: Gate): InsightsDraft {
  const { statements, deniers } = readStatements(prepared, gate);
  const themes = findThemes(statements, maxThemes);
  const mentions = new Map(themes.map(({ stems, people_count }) => [stems.join(), people_count]));
  const mentionsOf = ({ stems }: Theme) => mentions.get(stems.join()) ?? 0;
  const top = (side: Side) => {
    const named = statements.filter(({ names }) => names === side);
    const [shared] = findThemes(named, maxThemes)
      .filter(
        ({ people_count, stems }) =>
          people_count > 1 &&
          // As many people who were asked may deny it.
          stems.every((stem) => (deniers[side].get(stem)?.size ?? 0) < people_count),
      )
      .toSorted((a, b) => b.people_count - a.people_count || mentionsOf(b) - mentionsOf(a));
    return shared === undefined ? null : pointOf(shared);
  };
  return {
    sentiment: "other",
    sentiment_explanation: "",
    summary_paragraph: "",
    themes: themes.map(pointOf),
    quotes: highlight(themes, statements).map(quoteOf),
    top_strength: top("strengths"),
    top_risk: top("worries"),
    next_step_suggestion: "",
    suggestion_quotes: chooseAdvice(statements, themes).map(quoteOf),
  };
}

const pointOf = ({ title, statements }: Theme<Statement>): DraftPoint => ({
  text: title,
  quotes: bestOfEach(statements, ({ answer }) => answer).map(quoteOf),
});

const quoteOf = ({ answer, text }: Statement) => ({ answer, text });

/** Who denies something with a word, by its stem. */
type Deniers = Map<string, Set<string>>;

function readStatements(
  prepared: PreparedReading,
  gate: Gate,
): { statements: Statement[]; deniers: Record<Side, Deniers> } {
  const { title, people } = prepared.reading;
  const stemsOf = (text: string) =>
    loadLanguage(prepared.languageOf(text))
      .readSentences(text)
      .flatMap(({ words }) => words.map(({ stem }) => stem));
  const titleStems = stemsOf(title);
  const askedStems = new Map<string, ReadonlySet<string>>();
  const stemsAskedBy = (read: ReadAnswer) => {
    const texts = listAskedTexts(read);
    const key = texts.join("\n");
    const stems = askedStems.get(key) ?? new Set([...titleStems, ...texts.flatMap(stemsOf)]);
    askedStems.set(key, stems);
    return stems;
  };
  const deniers = { strengths: new Map() as Deniers, worries: new Map() as Deniers };
  const statements = people.flatMap(({ ref: person, answers }) =>
    answers.flatMap((read) => {
      if (!("text" in read.answer)) return [];
      const { text } = read.answer;
      const language = prepared.languageOf(text);
      const sentences = loadLanguage(language).readSentences(text);
      const role = prepared.roleOf(read);
      const side = role === "strengths" || role === "worries" ? role : undefined;
      const denied =
        side === undefined
          ? []
          : findDenials(
              language,
              sentences.map((sentence) => sentence.text),
              side,
            );
      for (const { words } of sentences.filter((_, at) => denied[at] === true)) {
        if (side === undefined) continue;
        for (const { stem } of words) {
          deniers[side].set(stem, (deniers[side].get(stem) ?? new Set()).add(person));
        }
      }
      const mayQuote = gate.mayQuoteFrom(read.ref);
      return sentences.flatMap((sentence, at): Statement[] =>
        mayQuote(sentence.text)
          ? [
              {
                person,
                answer: read.ref,
                sentence,
                text: sentence.text,
                askedStems: stemsAskedBy(read),
                names: side && denied[at] === false && fits(sentence, side) ? side : undefined,
                isAdvice: role === "advice",
              },
            ]
          : [],
      );
    }),
  );
  return { statements, deniers };
}

/** A longer sentence without any feeling mentions much that is not what it names. */
const plainWords = 10;

/** Whether the feeling of a sentence is the one that was asked for, or it is short and has none. */
function fits(sentence: Sentence, side: Side): boolean {
  const valence = readValence(sentence);
  if (valence === undefined) return false;
  if (valence === 0) return sentence.words.length <= plainWords;
  return side === "strengths" ? valence > 0 : valence < 0;
}

/** A sentence that begins like this depends on the one before it. */
const continues =
  /^(?:and|but|or|so|because|which|that|this|it|he|she|they|these|those|also|then)\b/i;

/** How well a sentence reads by itself: whole, of moderate length, and independent of the one before it. */
function scoreStandalone({ text, sentence: { words } }: Statement): number {
  const count = words.length;
  let score = count < 4 ? -2 : count < 8 ? 0 : count <= 40 ? 2 : count <= 60 ? 0 : -2;
  if (/[.!?…。！？؟)”"'»]$/u.test(text)) score += 1;
  if (continues.test(text) || /[?？]$/u.test(text)) score -= 2;
  return score;
}

/** The best statement of each person or answer, those of different people first. */
function bestOfEach(
  statements: readonly Statement[],
  keyOf: (statement: Statement) => string,
): Statement[] {
  const ranked = statements
    .map((statement) => ({ statement, score: scoreStandalone(statement) }))
    .toSorted((a, b) => b.score - a.score)
    .map(({ statement }) => statement);
  const best = new Map<string, Statement>();
  const people = new Set<string>();
  for (const isFirst of [true, false]) {
    for (const statement of ranked) {
      if (best.has(keyOf(statement)) || (isFirst && people.has(statement.person))) continue;
      best.set(keyOf(statement), statement);
      people.add(statement.person);
    }
  }
  return [...best.values()];
}

/** One sentence of each person before anybody's second; those about what most people share come first. */
function highlight(
  themes: readonly Theme<Statement>[],
  statements: readonly Statement[],
): Statement[] {
  const whole = new Set(statements.filter((statement) => scoreStandalone(statement) > 0));
  const about = [
    ...themes.map((theme) => theme.statements.filter((one) => whole.has(one))),
    [...whole],
  ];
  const chosen = new Map<string, Statement>();
  for (const group of about) {
    for (const statement of bestOfEach(group, ({ person }) => person)) {
      if (chosen.size < maxQuotes && !chosen.has(statement.person)) {
        chosen.set(statement.person, statement);
      }
    }
  }
  return [...chosen.values()];
}

/** What somebody wrote who was asked for advice; advice about what several people mention comes first. */
function chooseAdvice(
  statements: readonly Statement[],
  themes: readonly Theme<Statement>[],
): Statement[] {
  const advice = statements.filter(
    (statement) => statement.isAdvice && scoreStandalone(statement) >= 0,
  );
  const shared = themes
    .filter(({ people_count }) => people_count > 1)
    .flatMap((theme) => theme.statements.filter(({ isAdvice }) => isAdvice));
  const pool = shared.filter((statement) => advice.includes(statement));
  return bestOfEach(pool.length > 0 ? pool : advice, ({ person }) => person).slice(0, 1);
}
