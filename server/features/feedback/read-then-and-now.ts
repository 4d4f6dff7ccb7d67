import { findRole, type Question } from "#contract/circles/questions.ts";
import type { ReadableResponse } from "#contract/feedback/feedback.ts";
import type { ThenAndNow } from "#contract/feedback/then-and-now.ts";
import type { RatingDirection } from "#contract/question-types/rating-schemas.ts";
import { isCounted, listTypeTexts } from "#contract/question-types/rules.ts";
import { groupByQuestion, tallyAnswers } from "#contract/question-types/tallies.ts";
import { findOwnedCircle, loadOwnedCircle } from "#server/access/owned-circle.ts";
import type { OwnerId } from "#server/access/owner.ts";
import { loadReadableCircle, type ReadingDeps } from "#server/access/readable-circle.ts";
import { serverQuestionTypes } from "#server/question-types/question-types.ts";
import { readResults } from "./read-results.ts";

type Answer = ReadableResponse["answers"][number];
type Compared = Extract<ThenAndNow, { state: "readable" }>;

/**
 * Compares the counted answers of a circle with those of the one that it asks again. Both are read as for their own screens,
 * so nothing that is locked or sealed is counted.
 * @throws DomainError circle_not_found, results_locked
 */
export async function readThenAndNow(
  deps: ReadingDeps,
  owner: OwnerId,
  circleId: string,
): Promise<ThenAndNow> {
  const circle = await loadReadableCircle(deps, await loadOwnedCircle(deps.db, owner, circleId));
  const { copied_from } = circle;
  const earlier =
    copied_from === null ? undefined : await findOwnedCircle(deps.db, owner, copied_from);
  if (earlier === undefined) return { state: "none" };
  const about = { circle_id: earlier.id, title: earlier.title };
  const before = await readResults(deps, earlier);
  if (before.is_locked) return { ...about, state: "locked" };
  const beforeOn = findReceivedDays(before.responses);
  if (beforeOn === undefined) return { ...about, state: "nothing_to_read" };
  const now = await readResults(deps, circle);
  const nowOn = findReceivedDays(now.responses);
  if (nowOn === undefined) return { state: "none" };
  return {
    ...about,
    state: "readable",
    before_on: beforeOn,
    now_on: nowOn,
    questions: compare(before.responses, now.responses, findStanceId(circle.questions)),
  };
}

/** The questions that were answered in both circles, in the order of the later one. */
function compare(
  before: readonly ReadableResponse[],
  now: readonly ReadableResponse[],
  stanceId: number | undefined,
): Compared["questions"] {
  const earlier = new Map(listSides(before).map(({ asked, side }) => [asked, side]));
  return listSides(now).flatMap(({ asked, direction, side }) => {
    const then = earlier.get(asked);
    // A question that is asked twice in one circle is compared once.
    earlier.delete(asked);
    const { question_id, label } = side.tally;
    const isStance = question_id === stanceId;
    return then === undefined || label === null
      ? []
      : [{ question_id, label, is_stance: isStance, direction, before: then, now: side }];
  });
}

const findStanceId = (questions: readonly Question[]) =>
  questions.find((question) => findRole(question) === "stance")?.id;

function listSides(responses: readonly ReadableResponse[]) {
  const answers = responses.flatMap((response) => response.answers).filter(isCounted);
  return groupByQuestion(answers).flatMap((alike) => {
    const [first] = alike;
    const [tally] = tallyAnswers(alike);
    return first === undefined || tally === undefined
      ? []
      : [
          {
            asked: joinWording(first),
            direction: findDirection(first),
            side: { tally, people_count: alike.length },
          },
        ];
  });
}

function findDirection(asked: Answer): RatingDirection | null {
  const { type, question_id: id, label, answer } = asked;
  const question = { ...asked, id, label: label ?? "" };
  return serverQuestionTypes[type].readRating?.(question, answer)?.direction ?? null;
}

/** A key that is equal for questions with the same words, type and scale or options. In a copy, their ids differ. */
function joinWording(asked: Answer): string {
  return JSON.stringify([asked.label ?? "", asked.type, ...listTypeTexts(asked)]);
}

function findReceivedDays(responses: readonly ReadableResponse[]): Compared["now_on"] | undefined {
  const days = responses.map(({ received_on }) => received_on).sort();
  const first = days[0];
  const last = days.at(-1);
  return first === undefined || last === undefined ? undefined : { first, last };
}
