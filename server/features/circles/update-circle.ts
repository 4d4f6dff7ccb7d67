import { isDeepStrictEqual } from "node:util";
import { type CircleDraft, validateCircleDraft } from "#contract/circles/circles.ts";
import {
  type Question,
  type QuestionEdit,
  withCurrentReadings,
} from "#contract/circles/questions.ts";
import { DomainError } from "#contract/errors.ts";
import { limits } from "#contract/limits.ts";
import { listTypeTexts } from "#contract/question-types/rules.ts";
import { dayIn } from "#contract/values/days.ts";
import { toLine } from "#contract/values/plain-text.ts";
import { isOpenCircle, lockOwnedCircle, type OwnedCircle } from "#server/access/owned-circle.ts";
import type { OwnerId } from "#server/access/owner.ts";
import type { Db, Tx } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { CoverStore } from "#server/features/covers/cover-store.ts";
import {
  removeReplacedCover,
  requestCoverCleanup,
} from "#server/features/covers/remove-replaced-cover.ts";
import { renewLinks } from "#server/features/invites/people/renew-links.ts";
import { listAddresses } from "#server/features/invites/queries.ts";
import type { Clock } from "#server/system/clock.ts";
import { endOfDayIn } from "#server/system/days.ts";
import { requireOwnCover, throwDraftError } from "./draft-rules.ts";
import { editQuestions } from "./edit-questions.ts";
import { isModeLocked, loadNextQuestionId, storeCircle } from "./queries.ts";

interface CircleEdit extends Omit<CircleDraft, "questions"> {
  questions: readonly QuestionEdit[];
}

/**
 * Stores what edit mode sends, all or nothing. Answers keep the questions as they were asked. A replaced cover that
 * nothing refers to any more is removed afterwards. Source: docs/product.md, The life of a paraline; Questions.
 * @throws DomainError circle_not_found; the first broken rule of the wizard, with its place in `path`;
 *   question_not_kept, circle_mode_locked, circle_questions_locked, circle_mode_needs_three, cover_not_yours;
 *   circle_closed or circle_closed_for_good when the deadline of a closed circle would change
 */
export async function updateCircle(
  { db, covers, clock }: { db: Db; covers: CoverStore; clock: Clock },
  owner: OwnerId,
  circleId: string,
  edit: CircleEdit,
): Promise<void> {
  const now = clock.now();
  const replaced = await inTransaction(db, async (tx) => {
    const circle = await lockOwnedCircle(tx, owner, circleId);
    const isKeptDeadline = edit.deadline === circle.deadline;
    const effectiveEdit = isKeptDeadline ? { ...edit, deadline: null } : edit;
    throwDraftError(
      validateCircleDraft(
        { ...effectiveEdit, questions: [...edit.questions] },
        dayIn(circle.time_zone, now),
      ),
    );
    if (!isKeptDeadline && circle.is_closed_for_good) {
      throw new DomainError("circle_closed_for_good", { path: ["deadline"] });
    }
    if (!isKeptDeadline && !isOpenCircle(circle, now)) {
      throw new DomainError("circle_closed", {
        message: "This paraline has closed. Reopen it to set a new deadline.",
        path: ["deadline"],
      });
    }
    await requireModeChangeable(tx, circle, edit.is_anonymous);
    if (edit.is_anonymous && !circle.is_anonymous) await renewLinks(tx, circle);
    const edited = await keepAskedQuestions(
      tx,
      circle,
      editQuestions(circle.questions, edit.questions, await loadNextQuestionId(tx, circle)),
    );
    const coverChanges = edit.cover_image_url !== circle.cover_image_url;
    if (coverChanges) await requireOwnCover(tx, owner, edit.cover_image_url, now);

    const { title, description, what_they_ask, is_anonymous, deadline, cover_image_url } = edit;
    await storeCircle(tx, circle, {
      title,
      description,
      what_they_ask,
      is_anonymous,
      deadline,
      closes_at: isKeptDeadline
        ? circle.closes_at
        : deadline === null
          ? null
          : endOfDayIn(circle.time_zone, deadline),
      cover_image_url,
      ...edited,
      updated_at: now,
    });
    if (!coverChanges || circle.cover_image_url === null) return null;
    await requestCoverCleanup(tx, owner, circle.cover_image_url);
    return circle.cover_image_url;
  });
  if (replaced !== null) await removeReplacedCover({ db, covers, clock }, owner, replaced);
}

/** Once anyone may have read whether their answers are named or anonymous, this cannot be changed. */
async function requireModeChangeable(
  tx: Tx,
  circle: OwnedCircle,
  isAnonymous: boolean,
): Promise<void> {
  if (isAnonymous === circle.is_anonymous) return;
  if (await isModeLocked(tx, circle)) {
    throw new DomainError("circle_mode_locked", { path: ["is_anonymous"] });
  }
  const people = await listAddresses(tx, circle.id);
  if (isAnonymous && people.length < limits.anonymousPeopleMin) {
    throw new DomainError("circle_mode_needs_three", { path: ["is_anonymous"] });
  }
}

type EditedQuestions = ReturnType<typeof editQuestions>;

/**
 * Answers to a different wording would show the owner of an anonymous circle whether they were written before or after
 * an edit. So locked questions must match exactly, apart from defaults of their type that an editor may send. What
 * people do not see of a question, its role and direction, may still be corrected.
 */
async function keepAskedQuestions(
  tx: Tx,
  circle: OwnedCircle,
  edited: EditedQuestions,
): Promise<EditedQuestions> {
  if (!circle.is_anonymous || isDeepStrictEqual(circle.questions, edited.questions)) return edited;
  if (!(await isModeLocked(tx, circle))) return edited;
  if (
    !isDeepStrictEqual(
      circle.questions.map(normalizeQuestion),
      edited.questions.map(normalizeQuestion),
    )
  ) {
    throw new DomainError("circle_questions_locked", { path: ["questions"] });
  }
  return {
    ...edited,
    questions: circle.questions.map((question) => withCurrentReadings(question, edited.questions)),
  };
}

/** A stored question in the form in which an editor sends it. Labels may have been stored before they were one line. */
function normalizeQuestion(question: Question) {
  const { id, type, label, subtitle } = question;
  return { id, type, texts: [label, subtitle ?? "", ...listTypeTexts(question)].map(toLine) };
}
