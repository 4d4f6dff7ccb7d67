import type { Sentiment } from "#contract/insights/insights.ts";
import { thisServer } from "#contract/insights/processors.ts";
import { limits } from "#contract/limits.ts";
import { createQuoteCheck } from "../checks/author-check.ts";
import { describeLeaning } from "../checks/describe-leaning.ts";
import { noSuggestion } from "../checks/verify-draft.ts";
import type { DraftingEngine, DraftPoint, DraftQuote, InsightsDraft, Reading } from "../engine.ts";
import { findThemes, type Theme } from "../themes/find-themes.ts";
import { isAbusive } from "./abuse.ts";
import {
  onePerAnswer,
  onePerPerson,
  type ReadAnswers,
  readAnswers,
  type Statement,
  scoreStandalone,
} from "./statements.ts";

const maxThemes = 6;
const maxQuotes = 4;
/** A sentence that was asked for neither side is taken for one only if its feeling is at least this strong. */
const clearFeeling = 0.3;

/**
 * Assembles insights from people's own sentences, without a key or a network, and always in the same way. It finds and
 * counts; it does not understand, and says so.
 */
export function createLocalEngine(): DraftingEngine {
  return {
    kind: "local",
    name: "Paraline's own engine",
    use: "local",
    processor: thisServer,
    prompt_version: null,
    longestMs: limits.heavyWorkSeconds * 1000,
    async generate(reading, onStage) {
      const read = await readAnswers(reading);
      await onStage("comparing");
      return draftInsights(reading, read);
    },
  };
}

function draftInsights(
  reading: Reading,
  { statements, leanings, stemsOfOwner, unreadPeople }: ReadAnswers,
): InsightsDraft {
  const quoteChecks = new Map(
    reading.people.flatMap((person) =>
      person.answers.flatMap(({ ref, answer }) =>
        "text" in answer ? [[ref, createQuoteCheck(answer.text)]] : [],
      ),
    ),
  );
  const revealsItsAuthor = ({ answer, sentence }: Statement) =>
    quoteChecks.get(answer)?.(sentence.text) === true;
  const quotable = statements.filter(
    (statement) =>
      !isAbusive(statement.sentence.text) && !(reading.is_anonymous && revealsItsAuthor(statement)),
  );
  const themes = findThemes(quotable, stemsOfOwner, maxThemes);
  const strength = topPoint(listOfSide(quotable, "strengths"), themes, stemsOfOwner);
  const worries = listOfSide(quotable, "worries");
  const risk = topPoint(worries, themes, stemsOfOwner, strength?.text);
  const suggestion = createSuggestion(quotable, risk, stemsOfOwner);
  const people = reading.people.map(({ ref }) => ({
    person: ref,
    sentiment: leanings.get(ref) ?? "other",
  }));
  const sentiments = people.map(({ sentiment }) => sentiment);
  return {
    sentiment: sentimentOf(sentiments),
    sentiment_explanation: describeLeaning(sentiments),
    // The summary is composed of what the checks leave.
    summary_paragraph: "",
    themes: themes.map(({ title, statements: supporting }) => ({
      text: title,
      quotes: onePerAnswer(supporting).map(quoteOf),
    })),
    quotes: highlight(quotable, themes).map(quoteOf),
    top_strength: strength,
    top_risk: risk,
    next_step_suggestion: suggestion.text,
    suggestion_quotes: suggestion.quotes,
    people,
    is_unsure: unreadPeople > 0 && unreadPeople * 3 >= people.length,
  };
}

/** The sentiment of all people together: mixed if they lean differently. */
function sentimentOf(people: readonly Sentiment[]): Sentiment {
  const [first, ...others] = new Set(people.filter((sentiment) => sentiment !== "other"));
  return first === undefined ? "other" : others.length > 0 ? "mixed" : first;
}

type Side = "strengths" | "worries";

/**
 * The statements that questions for this side asked for. If no question is known to ask for it: those that questions
 * seem to ask for, and those that clearly sound like it. Advice is left out, because it is neither a strength nor a
 * worry. What plainly says a worry is one in an answer about strengths, too, and what turns to something bad is no strength.
 */
function listOfSide(statements: readonly Statement[], side: Side): Statement[] {
  const isKnown = statements.some(({ asked, isRoleKnown }) => isRoleKnown && asked === side);
  const sign = side === "strengths" ? 1 : -1;
  return statements.filter(({ asked, isRoleKnown, isWorry, feeling, feelingOfTurn }) => {
    if (side === "strengths" && feelingOfTurn <= -clearFeeling) return false;
    const told = isWorry ? "worries" : asked;
    if (isKnown) return isRoleKnown && told === side;
    return told === side || (told === "other" && feeling * sign >= clearFeeling);
  });
}

const quoteOf = ({ answer, sentence }: Statement): DraftQuote => ({ answer, text: sentence.text });

/** The point that most people name; if they share none, the sentence that reads best. Its title is never `taken`. */
function topPoint(
  statements: readonly Statement[],
  themes: readonly Theme<Statement>[],
  stemsOfOwner: ReadonlySet<string>,
  taken?: string,
): DraftPoint | null {
  const [shared] = findThemes(statements, stemsOfOwner, 1, taken);
  if (shared !== undefined && shared.people_count > 1) {
    return { text: shared.title, quotes: onePerPerson(shared.statements).map(quoteOf) };
  }
  const own = new Set(statements);
  const spoken = themes.find(
    ({ title, statements: supporting }) =>
      title !== taken && supporting.some((statement) => own.has(statement)),
  );
  const pool = spoken?.statements.filter((statement) => own.has(statement));
  const [best] = onePerPerson(
    pool ?? statements.filter(({ sentence: { text } }) => text !== taken),
  );
  return best ? { text: spoken?.title ?? best.sentence.text, quotes: [quoteOf(best)] } : null;
}

/**
 * A few sentences from different people, from both sides if there are two. Those about the most shared themes come
 * first.
 */
function highlight(
  statements: readonly Statement[],
  themes: readonly Theme<Statement>[],
): Statement[] {
  const ranks = new Map(statements.map((statement) => [statement, scoreStandalone(statement)]));
  for (const theme of themes) {
    for (const statement of theme.statements) {
      ranks.set(statement, (ranks.get(statement) ?? 0) + 0.4 * theme.people_count);
    }
  }
  const ranked = statements
    .filter((statement) => scoreStandalone(statement) > 0)
    .toSorted((a, b) => (ranks.get(b) ?? 0) - (ranks.get(a) ?? 0));
  const strengths = listOfSide(ranked, "strengths");
  const worries = listOfSide(ranked, "worries");
  const chosen = new Map<string, Statement>();
  for (const pool of [strengths, worries, strengths, worries, ranked, ranked]) {
    const next = pool.find(({ person }) => !chosen.has(person));
    if (next !== undefined && chosen.size < maxQuotes) chosen.set(next.person, next);
  }
  return [...chosen.values()];
}

const advises =
  /\b(?:you (?:should|could|might)|i(?:'d|’d| would) (?:suggest|advise|start|try|ask|wait)|if i were you|my advice|i suggest|i recommend|why not|before you|make sure)\b/i;

/** A piece of advice that was asked for or is worded as such. Advice that several people share comes first. */
function createSuggestion(
  statements: readonly Statement[],
  risk: DraftPoint | null,
  stemsOfOwner: ReadonlySet<string>,
): { text: string; quotes: DraftQuote[] } {
  const asked = statements.filter((statement) => statement.asked === "advice");
  const given =
    asked.length > 0 ? asked : statements.filter(({ sentence }) => advises.test(sentence.text));
  const advice = given.filter((statement) => scoreStandalone(statement) >= 0);
  const [shared] = findThemes(advice, stemsOfOwner, 1);
  const [best] = onePerPerson(
    shared !== undefined && shared.people_count > 1 ? shared.statements : advice,
  );
  if (best !== undefined) {
    return {
      text: `One of them puts it like this: “${best.sentence.text}”`,
      quotes: [quoteOf(best)],
    };
  }
  const next =
    risk === null ? noSuggestion : "One worry stands out: ask people to tell you more about it.";
  return {
    text: `No clear advice was found in what people wrote. ${next}`,
    quotes: risk?.quotes.slice(0, 1) ?? [],
  };
}
