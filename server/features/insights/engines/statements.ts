import { guessRole, type WrittenRole } from "#contract/circles/guess-role.ts";
import type { Sentiment } from "#contract/insights/insights.ts";
import { listAskedTexts, type Reading } from "../engine.ts";
import { deniesWorry } from "../junk.ts";
import { createLanguageFinder } from "../words/languages.ts";
import { loadLanguage, type Sentence } from "../words/sentences.ts";
import {
  leaningOfRatings,
  leaningOfWords,
  loadSentimentScorer,
  type WrittenAnswer,
} from "./leanings.ts";
import { findTurn, saysWorry } from "./says-worry.ts";

/** A sentence that may be quoted, with who said it and what it was asked for. */
export interface Statement {
  person: string;
  answer: string;
  sentence: Sentence;
  asked: WrittenRole;
  /** Whether the role of its question is known, rather than guessed from the question's words. */
  isRoleKnown: boolean;
  /** The feeling of its words, from -1 to 1; 0 if they show none. */
  feeling: number;
  /** Whether it plainly says a worry that was not asked for. */
  isWorry: boolean;
  /** The feeling of what follows a "but" where it might be a strength; 0 if nothing does. */
  feelingOfTurn: number;
}

/** Only this many sentences are read for feelings, because the beginning of an answer shows how its author feels. */
const sentencesScored = 8;

export interface ReadAnswers {
  statements: Statement[];
  /** How each person leans, by their ref. */
  leanings: Map<string, Sentiment>;
  /** The stems of the words in the owner's own texts. */
  stemsOfOwner: Set<string>;
  /** How many people write in a language whose common words are not known. */
  unreadPeople: number;
}

/** Reads every answer in its language, which is most of the work. */
export async function readAnswers(reading: Reading): Promise<ReadAnswers> {
  const answers = reading.people.flatMap((person) => person.answers);
  const texts = answers.flatMap(({ answer }) => ("text" in answer ? answer.text : []));
  const owned = new Set([
    reading.title,
    reading.description,
    reading.what_they_ask,
    ...answers.flatMap(listAskedTexts),
  ]);
  const languageOf = createLanguageFinder([...texts, ...owned]);
  const feelingOf = await loadSentimentScorer();
  const feelingOfTurn = (sentence: string) => {
    const turn = findTurn(sentence);
    return turn === undefined ? 0 : feelingOf(turn);
  };
  const statements: Statement[] = [];
  const leanings = new Map<string, Sentiment>();
  let unreadPeople = 0;
  for (const person of reading.people) {
    const support = person.answers.flatMap(({ answer }) =>
      "text" in answer || answer.support === undefined ? [] : answer.support,
    );
    const written: WrittenAnswer[] = [];
    let isUnread = false;
    for (const { ref, question, role, answer } of person.answers) {
      if (!("text" in answer)) continue;
      const { text } = answer;
      const language = loadLanguage(languageOf(text));
      isUnread ||= !language.isKnown;
      const known = role === "stance" ? undefined : role;
      const asked = known ?? guessRole(question);
      const isDenial = asked === "worries" && deniesWorry(text);
      const isEnglish = language.code === "en";
      // Reading the feeling of a whole sentence takes the longest, and is not needed for a person who gave ratings and
      // whose question has a known role.
      const needsFeeling = isEnglish && (known === undefined || support.length === 0);
      const mayBeStrength = isEnglish && (asked === "strengths" || asked === "other");
      const ofAnswer = language.readSentences(text).map(
        (sentence, place): Statement => ({
          person: person.ref,
          answer: ref,
          sentence,
          asked: isDenial ? "other" : asked,
          isRoleKnown: known !== undefined,
          feeling: needsFeeling && place < sentencesScored ? feelingOf(sentence.text) : 0,
          isWorry: mayBeStrength && saysWorry(sentence.text),
          feelingOfTurn:
            mayBeStrength && place < sentencesScored ? feelingOfTurn(sentence.text) : 0,
        }),
      );
      statements.push(...ofAnswer);
      written.push({
        question,
        text,
        asked: asked === "strengths" || asked === "worries" ? asked : undefined,
        feeling: isDenial ? 1 : ofAnswer.reduce((sum, { feeling }) => sum + feeling, 0),
      });
    }
    leanings.set(
      person.ref,
      support.length > 0 ? leaningOfRatings(support) : leaningOfWords(written),
    );
    if (isUnread) unreadPeople += 1;
  }
  const stemsOfOwner = new Set(
    [...owned]
      .flatMap((text) => loadLanguage(languageOf(text)).readSentences(text))
      .flatMap(({ words }) => words.map(({ stem }) => stem)),
  );
  return { statements, leanings, stemsOfOwner, unreadPeople };
}

/** A sentence that begins like this depends on the one before it. */
const continues =
  /^(?:and|but|or|so|because|which|that|this|it|he|she|they|these|those|also|then)\b/i;

/**
 * How well a sentence reads by itself. It should be whole, of moderate length, and independent of the one before it.
 */
export function scoreStandalone({ sentence: { text, words } }: Statement): number {
  const count = words.length;
  let score = count < 4 ? -2 : count < 8 ? 0 : count <= 40 ? 2 : count <= 60 ? 0 : -2;
  if (/[.!?…。！？؟)”"'»]$/u.test(text)) score += 1;
  if (continues.test(text)) score -= 1;
  return score;
}

const byQuality = (a: Statement, b: Statement) => scoreStandalone(b) - scoreStandalone(a);

/** The best statement of each person, best first. */
export function onePerPerson(statements: readonly Statement[]): Statement[] {
  const best = new Map<string, Statement>();
  for (const statement of statements.toSorted(byQuality)) {
    if (!best.has(statement.person)) best.set(statement.person, statement);
  }
  return [...best.values()];
}

/**
 * The best statement of each answer: first the best one of each person, then those from the same people's other
 * answers.
 */
export function onePerAnswer(statements: readonly Statement[]): Statement[] {
  const best = new Map<string, Statement>();
  for (const statement of [...onePerPerson(statements), ...statements.toSorted(byQuality)]) {
    if (!best.has(statement.answer)) best.set(statement.answer, statement);
  }
  return [...best.values()];
}
