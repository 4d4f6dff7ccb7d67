import type { Side } from "#contract/insights/insights-text.ts";
import type { Gate } from "../checks/gate.ts";
import { type DraftPoint, type InsightsDraft, listAskedTexts } from "../engine.ts";
import type { PreparedReading } from "../prepare-reading.ts";
import { findThemes, type Statement, type Theme } from "../themes/find-themes.ts";
import { findDenials, isNegation, isPast } from "../words/denials.ts";
import { memoize } from "../words/memoize.ts";
import { loadLanguage, type Sentence, type Word } from "../words/sentences.ts";
import { readValence } from "../words/valence.ts";

const maxThemes = 8;
const maxQuotes = 6;

/**
 * Drafts insights from people's own sentences, always in the same way. It counts, groups and quotes; it interprets
 * nothing. The overall view is counted elsewhere, and the sentences are composed of what the checks leave.
 */
export function draftLocally(prepared: PreparedReading, gate: Gate): InsightsDraft {
  const all = readStatements(prepared, gate);
  const statements = all.filter(({ mayQuote }) => mayQuote);
  const themes = findThemes(statements, maxThemes);
  const mentions = new Map(themes.map(({ stems, people_count }) => [stems.join(), people_count]));
  const countMentions = ({ stems }: Theme) => mentions.get(stems.join()) ?? 0;
  const countDeniers = (side: Side, stem: string) => {
    const about = all.filter(({ sentence }) => sentence.words.some((word) => word.stem === stem));
    const denials = about.filter((one) => one.side === side && one.isDenied);
    return new Set(denials.map(({ person }) => person)).size;
  };
  const top = (side: Side) => {
    const named = statements
      .filter((one) => one.side === side)
      .flatMap((one) => one.names.map((sentence) => ({ ...one, sentence })));
    // As many people who were asked may deny it.
    const isShared = ({ people_count, stems }: Theme) =>
      people_count > 1 && stems.every((stem) => countDeniers(side, stem) < people_count);
    const [shared] = findThemes(named, maxThemes)
      .filter(isShared)
      .toSorted((a, b) => b.people_count - a.people_count || countMentions(b) - countMentions(a));
    return shared === undefined ? null : createPoint(shared);
  };
  return {
    sentiment: "other",
    sentiment_explanation: "",
    summary_paragraph: "",
    themes: themes.map(createPoint),
    quotes: highlight(themes, statements).map(createQuote),
    top_strength: top("strengths"),
    top_risk: top("worries"),
    next_step_suggestion: "",
    suggestion_quotes: chooseAdvice(statements, themes).map(createQuote),
  };
}

/** A quote of each person comes before anybody's second, from another answer. */
const createPoint = ({ title, statements }: Theme): DraftPoint => {
  const others = bestOfEach(statements, ({ answer }) => answer);
  return {
    text: title,
    quotes: [...new Set([...bestOfEach(statements), ...others])].map(createQuote),
  };
};

const createQuote = ({ answer, sentence }: Statement) => ({ answer, text: sentence.text });

function readStatements(prepared: PreparedReading, gate: Gate): Statement[] {
  const { reading, findLanguage, findAskedRole } = prepared;
  const read = (text: string) => loadLanguage(findLanguage(text)).readSentences(text);
  const listStems = memoize(
    (texts: string) => new Set(read(texts).flatMap(({ words }) => words.map(({ stem }) => stem))),
  );
  return reading.people.flatMap(({ ref: person, answers }) =>
    answers.flatMap((given): Statement[] => {
      if (!("text" in given.answer)) return [];
      const { text: answer } = given.answer;
      const sentences = read(answer);
      const role = findAskedRole(given);
      const side = role === "strengths" || role === "worries" ? role : undefined;
      const texts = sentences.map(({ text }) => text);
      const denied = side === undefined ? [] : findDenials(findLanguage(answer), texts, side);
      const mayQuote = gate.mayQuoteFrom(given.ref);
      return sentences.map((sentence, at) => ({
        person,
        answer: given.ref,
        sentence,
        askedStems: listStems([reading.title, ...listAskedTexts(given)].join("\n")),
        mayQuote: mayQuote(sentence.text),
        names: side && denied[at] === false ? listNaming(sentence, side) : [],
        side,
        isDenied: denied[at] === true,
        // A sentence of a longer answer may be taken back there, and one that negates may give none.
        isAdvice:
          role === "advice" &&
          sentences.length === 1 &&
          !sentence.words.some(({ written }) => isNegation(sentence.language, written)),
      }));
    }),
  );
}

/** Emoji, quotation marks and laughter may turn what is named round. */
const mayBeIronic =
  /[\p{Extended_Pictographic}"“”„«»]|(?<!\p{L})(?:lo+l|lmf?ao|rofl|(?:[hj][aei]+){2}|(?:[aei]+h){2}|(?:mdr|ptdr|x+d+|kkk+|(?:rs){2,})(?!\p{L}))/iu;

/** A longer sentence without any feeling may reassure, or be ironic: "The children will get used to it". */
const plainWords = 3;

/** The clauses of a sentence that feel like what was asked for, or all of it if it hardly does more than name a thing. */
function listNaming(sentence: Sentence, side: Side): Sentence[] {
  const { language, text, words } = sentence;
  if (mayBeIronic.test(text) || (side === "worries" && isPast(language, text))) return [];
  // "Kids adapt": of two words in a row, one may be a verb.
  const isPlain = words.every((one, at) => one.isStop || !one.isNext || words[at - 1]?.isStop);
  if (isPlain && words.length <= plainWords && readValence(sentence) === 0) return [sentence];
  const clauses: Word[][] = [];
  for (const [at, word] of words.entries()) {
    const gap = text.slice(words[at - 1]?.end ?? 0, word.start);
    if (at === 0 || /[,;:–—]/u.test(gap)) clauses.push([word]);
    else clauses.at(-1)?.push(word);
  }
  return clauses
    .map((clause) => ({ ...sentence, words: clause }))
    .filter((clause) => (side === "strengths" ? 1 : -1) * readValence(clause) > 0);
}

/** A sentence that begins like this depends on the one before it. */
const continues =
  /^(?:and|but|or|so|because|which|that|this|it|he|she|they|these|those|also|then)\b/i;

/** How well a sentence reads by itself: whole, of moderate length, and independent of the one before it. */
function scoreStandalone({ sentence: { text, words } }: Statement): number {
  const count = words.length;
  let score = count < 4 ? -2 : count < 8 ? 0 : count <= 40 ? 2 : count <= 60 ? 0 : -2;
  if (/[.!?…。！？؟)”"'»]$/u.test(text)) score += 1;
  if (continues.test(text) || /[?？]$/u.test(text)) score -= 2;
  return score;
}

/** The best statement of each person, or of each answer; the best ones first. */
function bestOfEach(
  statements: readonly Statement[],
  createKey = ({ person }: Statement) => person,
): Statement[] {
  const ranked = statements
    .map((statement) => ({ statement, score: scoreStandalone(statement) }))
    .toSorted((a, b) => b.score - a.score);
  const byKey = Map.groupBy(ranked, ({ statement }) => createKey(statement));
  return [...byKey.values()].flatMap(([best]) => best?.statement ?? []);
}

/** One sentence of each person before anybody's second; those about what most people share come first. */
function highlight(themes: readonly Theme[], statements: readonly Statement[]): Statement[] {
  const whole = new Set(statements.filter((statement) => scoreStandalone(statement) > 0));
  const about = [
    ...themes.map((theme) => theme.statements.filter((one) => whole.has(one))),
    [...whole],
  ];
  const chosen = new Map<string, Statement>();
  for (const group of about) {
    for (const statement of bestOfEach(group)) {
      if (chosen.size < maxQuotes && !chosen.has(statement.person)) {
        chosen.set(statement.person, statement);
      }
    }
  }
  return [...chosen.values()];
}

/** What somebody wrote who was asked for advice; advice about what several people mention comes first. */
function chooseAdvice(statements: readonly Statement[], themes: readonly Theme[]): Statement[] {
  const advice = statements.filter(
    (statement) => statement.isAdvice && scoreStandalone(statement) >= 0,
  );
  const shared = new Set(
    themes.filter(({ people_count }) => people_count > 1).flatMap((theme) => theme.statements),
  );
  const pool = advice.filter((statement) => shared.has(statement));
  return bestOfEach(pool.length > 0 ? pool : advice).slice(0, 1);
}
