import { guessRole } from "#contract/circles/guess-role.ts";
import { findRole, type Question, type QuestionRole } from "#contract/circles/questions.ts";
import type { Answers } from "#contract/feedback/answers.ts";
import {
  type InsightsContent,
  overallViewSchema,
  type Quote,
  sentiments,
} from "#contract/insights/insights.ts";
import { isCounted, listTypeTexts, withTypeDefaults } from "#contract/question-types/rules.ts";
import type { Tallies } from "#contract/question-types/schemas.ts";
import { type AskedAnswer, groupTallies, tallyAnswers } from "#contract/question-types/tallies.ts";
import { serverQuestionTypes } from "#server/question-types/question-types.ts";
import type { RatingAnswer } from "#server/question-types/server-question-type.ts";
import type { PersonAnswers, ReadAnswer, Reading } from "./engine.ts";
import { createKnownRedactor, type KnownNames } from "./known-names.ts";
import { createRedactor } from "./redact.ts";
import { createLanguageFinder } from "./words/languages.ts";
import { memoize } from "./words/memoize.ts";

const emptyWords =
  /^(?:test(?:ing|s|er|123)?|tests? test|n\/?a|null|nil|no comment|pass|skip|skipped|lol|haha|asdf\w*|qwert\w*|foo|bar|foo bar|lorem ipsum.*|\?+|x+|abc|123)$/;

/** Whether an answer says nothing: "test", "n/a", a row of dots, or keys struck at random. A denial says something. */
function isJunk(text: string): boolean {
  const bare = text
    .toLowerCase()
    .replace(/[.!\s…]+$/u, "")
    .trim();
  if (!/[\p{L}\p{N}]/u.test(bare) || emptyWords.test(bare) || /^(.)\1{3,}$/u.test(bare))
    return true;
  // One word of Latin letters that has no vowel.
  return /^[a-z]{5,}$/.test(bare) && !/[aeiouy]/.test(bare);
}

export interface StoredResponse {
  id: string;
  answers: Answers;
  questions: readonly Question[];
  use_in_insights: boolean;
}

export interface CircleTexts {
  title: string;
  description: string;
  what_they_ask: string;
  is_anonymous: boolean;
}

/** An answer on a scale, with who gave it and to which question. */
export interface PreparedRating extends RatingAnswer {
  /** The person's ref. */
  person: string;
  question_id: number;
  label: string;
  isStance: boolean;
}

interface GivenAnswer {
  ref: string;
  response_id: string;
  question_id: number;
  text: string;
}

/** What an engine reads, and what is needed to check its output. */
export interface PreparedReading {
  reading: Reading;
  is_anonymous: boolean;
  /** The answers by their refs: the position of each, and its text as the engine gets it. */
  answers: ReadonlyMap<string, GivenAnswer>;
  /** The answer from which a quote is, by its response and question. */
  findAnswer: (quote: Quote) => GivenAnswer | undefined;
  /** What the question of a written answer asks for, guessed from its words if nothing says it. */
  findAskedRole: (read: ReadAnswer) => QuestionRole;
  /** An answer without what names somebody, if the circle is anonymous: what is removed may not be quoted. */
  redact: (text: string) => string;
  /** Removes the names of the owner and of invited people. */
  removeNames: (text: string) => string;
  /** The owner's own texts, and the words of the product's enumerations, which may be shown as they are. */
  fixedTexts: ReadonlySet<string>;
  findLanguage: (text: string) => string;
  tallies: Tallies;
  /** Every answer on a scale, in the order of the people. */
  ratings: readonly PreparedRating[];
  /** Whether any of the people was asked for a rating. */
  hasRatingQuestions: boolean;
  left_out: InsightsContent["left_out"];
}

/**
 * Prepares the usable responses for an engine. Junk is left out and counted.
 * @param isForModel whether a model reads them: of an anonymous circle it gets no names, addresses or phone numbers
 */
export function prepareReading(
  circle: CircleTexts,
  responses: readonly StoredResponse[],
  knownNames: KnownNames = { names: [] },
  isForModel = false,
): PreparedReading {
  const used = responses.filter(mayUse);
  const ownTexts = listOwnTexts(circle, responses);
  const texts = used.flatMap(listAnswerTexts);
  const asWritten = (text: string) => text.normalize("NFC");
  const findLanguage = createLanguageFinder([...ownTexts, ...texts]);
  const redact = circle.is_anonymous
    ? createRedactor(knownNames, ownTexts, texts, findLanguage)
    : asWritten;
  const removeNames = createKnownRedactor(knownNames);
  const toRead = isForModel ? redact : asWritten;
  const answers = new Map<string, GivenAnswer>();
  const counted: AskedAnswer[] = [];
  const ratings: PreparedRating[] = [];
  const people: PersonAnswers[] = [];
  let junkAnswers = 0;

  for (const { id, answers: given, questions } of used) {
    const person: PersonAnswers = { ref: `p${people.length + 1}`, answers: [] };
    for (const question of questions) {
      const answer = given[question.id];
      if (answer === undefined) continue;
      const ref = `a${answers.size + 1}`;
      const role = findRole(question);
      const entry = { ref, question_id: question.id, question: toRead(question.label), role };
      const { readChosen, readRating } = serverQuestionTypes[question.type];
      const chosen = readChosen?.(question, answer, toRead);
      if (chosen !== undefined) {
        counted.push({ ...withTypeDefaults(question), question_id: question.id, answer });
        const rating = readRating?.(question, answer);
        if (rating !== undefined) {
          ratings.push({
            ...rating,
            person: person.ref,
            question_id: question.id,
            label: question.label,
            isStance: role === "stance",
          });
        }
        person.answers.push({ ...entry, answer: chosen });
        answers.set(ref, { ref, response_id: id, question_id: question.id, text: "" });
        continue;
      }
      const text = String(answer);
      if (isJunk(text)) {
        junkAnswers += 1;
        continue;
      }
      const read = toRead(text);
      person.answers.push({ ...entry, answer: { text: read } });
      answers.set(ref, { ref, response_id: id, question_id: question.id, text: read });
    }
    if (person.answers.length === 0) continue;
    people.push(person);
  }

  const places = new Map([...answers.values()].map((answer) => [createPlaceKey(answer), answer]));
  const guess = memoize(guessRole);
  return {
    reading: {
      title: toRead(circle.title),
      description: toRead(circle.description),
      what_they_ask: toRead(circle.what_they_ask),
      people,
    },
    is_anonymous: circle.is_anonymous,
    answers,
    findAnswer: (quote) => places.get(createPlaceKey(quote)),
    findAskedRole: ({ role, question }) => role ?? guess(question),
    redact,
    removeNames,
    fixedTexts: new Set([...ownTexts, ...enumerated]),
    findLanguage,
    tallies: groupTallies(tallyAnswers(counted)),
    ratings,
    hasRatingQuestions: used.some(({ questions }) =>
      questions.some(({ type }) => serverQuestionTypes[type].readRating !== undefined),
    ),
    left_out: {
      junk_answers: junkAnswers,
      opted_out: responses.length - used.length,
    },
  };
}

const createPlaceKey = ({ response_id, question_id }: Quote) => `${response_id} ${question_id}`;

/** The words of the contract that occur among the texts of a result. */
const enumerated: readonly string[] = [
  ...sentiments,
  ...overallViewSchema.options.map(({ shape }) => shape.source.value),
  ...["not_asked", "too_few", "unmarked"],
];

/** How many people's responses may be used. Names do not affect the count, and removing them takes long. */
export function countUsable(circle: CircleTexts, responses: readonly StoredResponse[]): number {
  return prepareReading({ ...circle, is_anonymous: false }, responses).reading.people.length;
}

function listOwnTexts(
  { title, description, what_they_ask }: CircleTexts,
  responses: readonly StoredResponse[],
): string[] {
  return [
    title,
    description,
    what_they_ask,
    ...responses.flatMap(({ questions }) =>
      questions.flatMap((question) => [question.label, ...listTypeTexts(question)]),
    ),
  ];
}

function listAnswerTexts({ answers, questions }: StoredResponse): string[] {
  return questions.flatMap((question) => {
    const answer = answers[question.id];
    return answer === undefined || isCounted(question) ? [] : [String(answer)];
  });
}

const mayUse = ({ use_in_insights }: StoredResponse) => use_in_insights;
