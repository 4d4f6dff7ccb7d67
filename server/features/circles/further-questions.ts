import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { BillingMode } from "#contract/billing/billing.ts";
import {
  type FurtherQuestion,
  type FurtherQuestions,
  validateFurtherQuestion,
} from "#contract/circles/further-questions.ts";
import type { QuestionDraft } from "#contract/circles/questions.ts";
import { DomainError } from "#contract/errors.ts";
import { limits } from "#contract/limits.ts";
import { addDays, dayIn } from "#contract/values/days.ts";
import { createCircleKey } from "#server/access/encryption/circle-keys.ts";
import {
  isOpenCircle,
  loadOwnedCircle,
  lockOwnedCircle,
  type OwnedCircle,
} from "#server/access/owned-circle.ts";
import type { OwnerId } from "#server/access/owner.ts";
import { lockOwner } from "#server/access/profiles.ts";
import type { Db } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { InvitingDeps } from "#server/features/invites/invitation-limits.ts";
import {
  askPeople,
  isEmailed,
  listPeopleToAsk,
} from "#server/features/invites/people/ask-further.ts";
import type { Clock } from "#server/system/clock.ts";
import { endOfDayIn } from "#server/system/days.ts";
import { throwDraftError, toQuestion } from "./draft-rules.ts";
import {
  type CircleRow,
  findCircleByKey,
  insertFollowingCircle,
  listFollowingRows,
} from "./queries.ts";

type Refusal = NonNullable<FurtherQuestions["next"]["reason"]>;

interface ListDeps {
  db: Db;
  clock: Clock;
  config: { billing: BillingMode };
}

/**
 * The further questions of a circle as its owner may see them, and whether another can be asked now.
 * @throws DomainError circle_not_found
 */
export async function listFurtherQuestions(
  { db, clock, config }: ListDeps,
  owner: OwnerId,
  circleId: string,
): Promise<FurtherQuestions> {
  const now = clock.now();
  const circle = await loadOwnedCircle(db, owner, circleId);
  const earlier = await listFollowingRows(db, { owner, now, billing: config.billing }, circle);
  const people = await listPeopleToAsk(db, circle);
  const reason = findRefusal(circle, earlier, people.length, now) ?? null;
  return {
    items: earlier.map(toFurtherQuestion),
    next: {
      reason,
      asked_count: people.length,
      without_email_count: people.filter((person) => !isEmailed(person)).length,
    },
  };
}

/**
 * Asks the people of a circle one further question: a small circle that follows it, whose answers are stored, sealed,
 * released and erased like any others. Another call with the same key returns what the first call stored. Source:
 * docs/product.md, Further questions.
 * @throws DomainError circle_not_found, circle_created_already, the reasons of {@link findRefusal}, what
 *   `validateFurtherQuestion` refuses, with its place in `path`, invite_mails_exhausted
 */
export async function askFurtherQuestion(
  deps: InvitingDeps & ListDeps,
  owner: OwnerId,
  circleId: string,
  asked: { create_key: string; question: QuestionDraft; deadline: string },
): Promise<FurtherQuestion> {
  const { db, clock, config, secrets } = deps;
  const now = clock.now();
  return inTransaction(db, async (tx) => {
    await lockOwner(tx, owner);
    const circle = await lockOwnedCircle(tx, owner, circleId);
    const list = () => listFollowingRows(tx, { owner, now, billing: config.billing }, circle);
    const { create_key, deadline } = asked;
    const question = toQuestion(asked.question, 1);

    const created = await findCircleByKey(tx, owner, create_key);
    if (created !== undefined) {
      const before = (await list()).find(({ id }) => id === created);
      if (before === undefined || !isDeepStrictEqual(before.questions, [question])) {
        throw new DomainError("circle_created_already");
      }
      return toFurtherQuestion(before);
    }

    const people = await listPeopleToAsk(tx, circle);
    const refusal = findRefusal(circle, await list(), people.length, now);
    if (refusal !== undefined) throw new DomainError(refusal);
    const today = dayIn(circle.time_zone, now);
    throwDraftError(validateFurtherQuestion(asked, today));

    const id = randomUUID();
    const closesAt = endOfDayIn(circle.time_zone, deadline);
    await insertFollowingCircle(
      tx,
      circle,
      { id, create_key, deadline, closes_at: closesAt, questions: [question] },
      now,
    );
    await createCircleKey(tx, secrets, { circle_id: id, user_id: owner });
    await askPeople(tx, deps, { circle_id: id, owner }, people);
    const stored = (await list()).find((row) => row.id === id);
    if (stored === undefined) throw new Error(`The further question ${id} was not stored.`);
    return toFurtherQuestion(stored);
  });
}

/** Why no further question can be asked now; undefined if one can. */
function findRefusal(
  circle: OwnedCircle,
  earlier: readonly CircleRow[],
  peopleCount: number,
  now: Date,
): Refusal | undefined {
  if (earlier.length >= limits.furtherQuestionsMax) return "further_questions_exhausted";
  if (earlier.some(({ status }) => status === "active")) return "further_question_open";
  if (circle.is_anonymous && circle.status === "active") return "further_question_sealed";
  const closedAt = isOpenCircle(circle, now) ? null : (circle.closed_at ?? circle.closes_at);
  const lastDay =
    closedAt && addDays(dayIn(circle.time_zone, closedAt), limits.furtherQuestionDaysAfter);
  if (lastDay !== null && dayIn(circle.time_zone, now) > lastDay) return "further_question_late";
  if (peopleCount === 0) return "further_question_nobody";
  const isTooFew = circle.is_anonymous && peopleCount < limits.anonymousPeopleMin;
  return isTooFew ? "further_question_needs_three" : undefined;
}

function toFurtherQuestion(row: CircleRow): FurtherQuestion {
  const [question] = row.questions;
  if (question === undefined || row.deadline === null || row.invites_count === null) {
    throw new Error(`The further question ${row.id} is incomplete.`);
  }
  return {
    circle_id: row.id,
    question,
    deadline: row.deadline,
    status: row.status,
    is_anonymous: row.is_anonymous,
    is_extended: row.is_extended,
    closed_on: row.closed_at && dayIn(row.time_zone ?? "UTC", row.closed_at),
    // In an anonymous one nothing is readable before its closing.
    responses_count: row.is_anonymous && row.status === "active" ? null : row.responses_count,
    asked_count: row.invites_count,
  };
}
