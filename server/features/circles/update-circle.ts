import { isDeepStrictEqual } from "node:util";
import { type CircleDraft, validateCircleDraft } from "#contract/circles/circles.ts";
import type { Question, QuestionEdit } from "#contract/circles/questions.ts";
import { DomainError } from "#contract/errors.ts";
import type { Language } from "#contract/languages.ts";
import { limits } from "#contract/limits.ts";
import { listTypeTexts } from "#contract/question-types/rules.ts";
import { addDays, dayIn } from "#contract/values/days.ts";
import { isOpenCircle, lockOwnedCircle, type OwnedCircle } from "#server/access/owned-circle.ts";
import type { OwnerId } from "#server/access/owner.ts";
import type { Db } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { CoverStore } from "#server/features/covers/cover-store.ts";
import {
  removeReplacedCover,
  requestCoverCleanup,
} from "#server/features/covers/remove-replaced-cover.ts";
import { countPeople } from "#server/features/invites/queries.ts";
import type { Clock } from "#server/system/clock.ts";
import { endOfDayIn } from "#server/system/days.ts";
import { requireOwnCover, throwDraftError, toQuestion } from "./draft-rules.ts";
import { loadNextQuestionId, storeCircle } from "./queries.ts";

interface CircleEdit extends Omit<CircleDraft, "questions" | "language"> {
  /** If absent, it is unchanged. */
  language?: Language | undefined;
  questions: readonly QuestionEdit[];
}

/**
 * Stores what edit mode sends, all or nothing. Answers keep the questions as they were asked. A replaced cover that
 * nothing refers to any more is removed afterwards. Source: docs/product.md, The life of a paraline; Questions.
 * @throws DomainError circle_not_found; the first broken rule of the wizard, with its place in `path`;
 *   question_not_kept, circle_fixed, deadline_earlier, circle_mode_needs_three, cover_not_yours; circle_closed or
 *   circle_final when the deadline of a closed circle would change
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
    const today = dayIn(circle.time_zone, now);
    throwDraftError(
      validateCircleDraft({ ...effectiveEdit, questions: [...edit.questions] }, today),
    );
    if (!isKeptDeadline && !isOpenCircle(circle, now)) {
      if (circle.is_anonymous) throw new DomainError("circle_final", { path: ["deadline"] });
      throw new DomainError("circle_closed", {
        message: "This paraline has closed. Reopen it to set a new deadline.",
        path: ["deadline"],
      });
    }
    const nextQuestionId = await loadNextQuestionId(tx, circle);
    const edited = editQuestions(circle.questions, edit.questions, nextQuestionId);
    const language = edit.language ?? circle.language;
    requireUnfixed(circle, { ...edit, ...edited, language }, today);
    const becomesAnonymous = edit.is_anonymous && !circle.is_anonymous;
    if (becomesAnonymous && (await countPeople(tx, circle.id)) < limits.anonymousPeopleMin) {
      throw new DomainError("circle_mode_needs_three", { path: ["is_anonymous"] });
    }
    const coverChanges = edit.cover_image_url !== circle.cover_image_url;
    if (coverChanges) await requireOwnCover(tx, owner, edit.cover_image_url, now);

    const { title, description, what_they_ask, is_anonymous, deadline, cover_image_url } = edit;
    await storeCircle(tx, circle, {
      title,
      description,
      what_they_ask,
      language,
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

/** What invitees read of a circle, apart from its questions. */
const fixedFields = [
  "is_anonymous",
  "title",
  "description",
  "what_they_ask",
  "language",
  "cover_image_url",
] as const;

/**
 * Refuses what may not change once the first invitation has left: the mode of any circle and, in an anonymous one,
 * everything that its invitees read, because a text that differs between two of them would mark their answers. What a
 * question is for, which they do not see, can still be corrected. Source: docs/product.md, Anonymity.
 */
function requireUnfixed(
  circle: OwnedCircle,
  edited: Omit<CircleDraft, "questions"> & { questions: readonly Question[] },
  today: string,
): void {
  if (circle.fixed_at === null) return;
  const isSame = (field: (typeof fixedFields)[number]) => edited[field] === circle[field];
  if (!isSame("is_anonymous")) throw new DomainError("circle_fixed", { path: ["is_anonymous"] });
  if (!circle.is_anonymous) return;
  const changed = fixedFields.find((field) => !isSame(field));
  if (changed !== undefined) throw new DomainError("circle_fixed", { path: [changed] });
  const texts = [circle.questions, edited.questions].map((list) => list.map(normalizeQuestion));
  if (!isDeepStrictEqual(texts[0], texts[1])) {
    throw new DomainError("circle_fixed", { path: ["questions"] });
  }
  const { deadline } = edited;
  if (deadline === circle.deadline) return;
  if (deadline === null || deadline < (circle.deadline ?? addDays(today, 1))) {
    throw new DomainError("deadline_earlier", { path: ["deadline"] });
  }
}

/** A question in the form in which an editor sends it, with the defaults of its type. */
function normalizeQuestion(question: Question) {
  const { id, type, label, subtitle } = question;
  return { id, type, texts: [label, subtitle ?? "", ...listTypeTexts(question)] };
}

/**
 * The questions to store after an edit, and the next id that was never used. A question that stays keeps its id; one
 * without an id, or with a changed type, gets a new id, so that no id ever changes its meaning. Source:
 * docs/product.md, Questions.
 * @throws DomainError question_not_kept for an id that is not there, or twice
 */
function editQuestions(
  stored: readonly Question[],
  edited: readonly QuestionEdit[],
  nextQuestionId: number,
): { questions: Question[]; next_question_id: number } {
  const types = new Map(stored.map(({ id, type }) => [id, type]));
  let next = nextQuestionId;
  const questions = edited.map((question, index) => {
    if (question.id === undefined) return toQuestion(question, next++);
    const type = types.get(question.id);
    if (type === undefined) {
      throw new DomainError("question_not_kept", { path: ["questions", index, "id"] });
    }
    types.delete(question.id);
    return toQuestion(question, type === question.type ? question.id : next++);
  });
  return { questions, next_question_id: next };
}
