import { type Question, withCurrentReadings } from "#contract/circles/questions.ts";
import { isSealed } from "#contract/circles/sealing.ts";
import type { Answers } from "#contract/feedback/answers.ts";
import type { ReadableResponse, Results } from "#contract/feedback/feedback.ts";
import { guessType, pickTypeFields, withTypeDefaults } from "#contract/question-types/rules.ts";
import { findOwnAnswers } from "#server/access/own-answers.ts";
import type { OwnedCircle } from "#server/access/owned-circle.ts";
import {
  type BegunCircle,
  beginReading,
  findReadableCircle,
  openText,
  type ReadingDeps,
} from "#server/access/readable-circle.ts";
import type { Db } from "#server/db/tables.ts";
import {
  countReleasedFeedback,
  listKeptAnswers,
  listReleasedFeedback,
  listReleasedNotes,
} from "./queries.ts";

/**
 * What may be read of a circle now, or why nothing may be read. While it is locked, that is only the number of
 * responses. What the owner has set aside is only in `set_aside`, so that everything made from the other lists leaves
 * it out. It is numbered all the same, so that the others keep their numbers.
 */
export async function readResults(deps: ReadingDeps, owned: OwnedCircle): Promise<Results> {
  const { db } = deps;
  const readable = await findReadableCircle(deps, owned);
  const feedback = readable && (await listReleasedFeedback(db, readable));
  if (readable === undefined || feedback === undefined || feedback.length === 0) {
    const responsesCount = readable ? 0 : await countReleasedFeedback(db, owned);
    return {
      circle_id: owned.id,
      is_locked: responsesCount > 0,
      responses_count: responsesCount,
      responses: [],
      set_aside: [],
      encouragements: [],
      kept: [],
      own_answers: null,
      visibility: findVisibility(owned, responsesCount),
    };
  }
  const circle = await beginReading(db, readable);
  const notes = await listReleasedNotes(db, circle);
  const kept = await listKeptAnswers(db, circle);
  const numbered = feedback.map((row, index) => ({ ...row, number: index + 1 }));
  const counted = numbered.filter(({ is_set_aside }) => !is_set_aside);
  const countedIds = new Set(counted.map(({ id }) => id));
  const toResponse = ({
    id,
    number,
    first_name,
    received_on,
    edited_on,
    sealed,
    questions,
  }: (typeof numbered)[number]): ReadableResponse => ({
    id,
    number,
    first_name,
    received_on,
    edited_on,
    answers: listAnswers(
      JSON.parse(openText(circle, "answers", sealed)),
      questions.map((question) => withCurrentReadings(question, circle.questions)),
    ),
  });
  const findNote = ({ invite_id }: (typeof numbered)[number]) => {
    const note = notes.find((one) => invite_id !== null && one.invite_id === invite_id);
    return note === undefined ? null : openText(circle, "encouragement", note.sealed);
  };
  return {
    circle_id: circle.id,
    is_locked: false,
    responses_count: counted.length,
    responses: counted.map(toResponse),
    set_aside: numbered
      .filter(({ is_set_aside }) => is_set_aside)
      .map((row) => ({ ...toResponse(row), note: findNote(row) })),
    encouragements: notes
      .filter(({ is_set_aside }) => is_set_aside !== true)
      .map((row) => ({
        id: row.id,
        note: openText(circle, "encouragement", row.sealed),
        first_name: row.first_name,
        received_on: row.received_on,
      })),
    kept: kept.filter(({ response_id }) => countedIds.has(response_id)),
    own_answers: await readOwnAnswers(db, circle),
    visibility: findVisibility(circle, feedback.length),
  };
}

/** The same as a connected app reads it: without what the owner has set aside. */
export async function readResultsForApp(deps: ReadingDeps, owned: OwnedCircle): Promise<Results> {
  return { ...(await readResults(deps, owned)), set_aside: [] };
}

/** What the owner wrote before this first reading; null if nothing. */
async function readOwnAnswers(db: Db, circle: BegunCircle): Promise<Results["own_answers"]> {
  const own = await findOwnAnswers(db, circle);
  if (!own?.sealed || !own.questions) return null;
  return listAnswers(
    JSON.parse(openText(circle, "own answers", own.sealed)),
    own.questions.map((question) => withCurrentReadings(question, circle.questions)),
  );
}

/** Answers in the order of the questions as they were asked. Those without a question come last. */
export function listAnswers(
  answers: Answers,
  questions: readonly Question[],
): ReadableResponse["answers"] {
  const asked = questions.map(withTypeDefaults).flatMap((question) => {
    const answer = answers[question.id];
    if (answer === undefined) return [];
    const { id, label, type } = question;
    return [{ question_id: id, label, type, ...pickTypeFields(question), answer }];
  });
  const known = new Set(questions.map(({ id }) => String(id)));
  const orphaned = Object.entries(answers)
    .filter(([id]) => !known.has(id))
    .map(([id, answer]) => ({
      question_id: Number(id),
      label: null,
      type: guessType(answer),
      answer,
    }));
  return [...asked, ...orphaned];
}

/** Whether there is anything to read, or why not. Answers are sealed until the closing has released them. */
export function findVisibility(circle: OwnedCircle, readableCount: number): Results["visibility"] {
  if (readableCount > 0) return "readable";
  if (!circle.is_anonymous) return "none_yet";
  return isSealed(circle) ? "sealed" : "too_few";
}
