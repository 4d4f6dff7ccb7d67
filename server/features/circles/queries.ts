import { sql } from "kysely";
import type { BillingMode } from "#contract/billing/billing.ts";
import type { Question } from "#contract/circles/questions.ts";
import type { Language } from "#contract/languages.ts";
import {
  type CircleScope,
  type OwnedCircle,
  type OwnedCircleRow,
  ownedCircleColumns,
} from "#server/access/owned-circle.ts";
import type { OwnerId } from "#server/access/owner.ts";
import { isLocked } from "#server/access/unlocks.ts";
import {
  countedPeople,
  countedResponses,
  isLinkFull,
  linkAnswersCount,
} from "#server/access/visibility.ts";
import type { ClosedBy, Db, Tx } from "#server/db/tables.ts";

/** A circle as stored, with what its owner may count. */
export interface CircleRow extends OwnedCircleRow {
  responses_count: number;
  invites_count: number | null;
  is_locked: boolean;
  /** The owner's time zone. */
  time_zone: string | null;
}

/** Who reads circles, when, and how they are unlocked. */
export interface CircleReader {
  owner: OwnerId;
  now: Date;
  billing: BillingMode;
}

function selectCircles(db: Db, { owner, now, billing }: CircleReader) {
  return db
    .selectFrom("circles")
    .leftJoin("profiles", "profiles.user_id", "circles.user_id")
    .where("circles.user_id", "=", owner)
    .select([
      ...ownedCircleColumns,
      sql<number>`(${countedResponses()})`.as("responses_count"),
      sql<number | null>`(${countedPeople()})`.as("invites_count"),
      sql<boolean>`${isLocked(billing, now)}`.as("is_locked"),
    ]);
}

/**
 * How many copies of circles an owner has made since an instant, even deleted ones. Deletes the records of older ones.
 */
export async function countCopies(tx: Tx, owner: OwnerId, since: Date): Promise<number> {
  await tx
    .deleteFrom("circle_copies")
    .where("user_id", "=", owner)
    .where("created_at", "<", since)
    .execute();
  const { count } = await tx
    .selectFrom("circle_copies")
    .where("user_id", "=", owner)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** Records a copy of a circle, so that it is counted. */
export async function insertCopy(
  tx: Tx,
  copy: { user_id: OwnerId; copy_id: string; created_at: Date },
): Promise<void> {
  await tx.insertInto("circle_copies").values(copy).execute();
}

/** An owner's circles: all or the active ones newest first, completed ones last changed first. */
export function listCircleRows(
  db: Db,
  reader: CircleReader,
  status: CircleRow["status"] | undefined,
): Promise<CircleRow[]> {
  return selectCircles(db, reader)
    .where("circles.follows", "is", null)
    .$if(status !== undefined, (query) => query.where("circles.status", "=", status ?? "active"))
    .orderBy(status === "completed" ? "circles.updated_at" : "circles.created_at", "desc")
    .orderBy("circles.id")
    .execute();
}

/** One of the owner's circles; undefined if it is somebody else's or deleted. */
export function findCircleRow(
  db: Db,
  reader: CircleReader,
  circleId: string,
  which: CircleScope = "ordinary",
): Promise<(CircleRow & { is_link_full: boolean }) | undefined> {
  return selectCircles(db, reader)
    .where("circles.id", "=", circleId)
    .$if(which === "ordinary", (query) => query.where("circles.follows", "is", null))
    .select(sql<boolean>`${isLinkFull()}`.as("is_link_full"))
    .executeTakeFirst();
}

/** The first question id that a circle has never used. Its row must be locked. */
export async function loadNextQuestionId(tx: Tx, circle: OwnedCircle): Promise<number> {
  const { next_question_id } = await tx
    .selectFrom("circles")
    .where("id", "=", circle.id)
    .select("next_question_id")
    .executeTakeFirstOrThrow();
  return next_question_id;
}

interface EditedCircle extends Omit<NewCircle, "id" | "create_key" | "copied_from"> {
  next_question_id: number;
  updated_at: Date;
}

export async function storeCircle(
  tx: Tx,
  circle: OwnedCircle,
  { questions, ...edited }: EditedCircle,
): Promise<void> {
  await tx
    .updateTable("circles")
    .set({ ...edited, questions: JSON.stringify(questions) })
    .where("id", "=", circle.id)
    .execute();
}

/** Opens a closed named circle. */
export async function markCircleOpen(
  tx: Tx,
  circle: OwnedCircle,
  changes: { deadline: string | null; closes_at: Date | null; updated_at: Date },
): Promise<void> {
  await tx
    .updateTable("circles")
    .set({ ...changes, status: "active", closed_at: null, closed_by: null })
    .where("id", "=", circle.id)
    .execute();
}

/** Opens the share link to anyone, and restarts its count of answers. Earlier joins stay ended. The row must be locked. */
export async function setLinkOpen(tx: Tx, circle: OwnedCircle, updatedAt: Date): Promise<void> {
  await tx
    .updateTable("circles")
    .set((eb) => ({
      open_link: "open",
      link_openings: eb("link_openings", "+", 1),
      // Only a named circle has a limit, and nothing counts the answers of an anonymous one.
      link_answers_before: circle.is_anonymous ? 0 : linkAnswersCount(),
      updated_at: updatedAt,
    }))
    .where("id", "=", circle.id)
    .execute();
}

/** Restricts the share link to invited people. */
export async function setLinkRevoked(tx: Tx, circle: OwnedCircle, updatedAt: Date): Promise<void> {
  await tx
    .updateTable("circles")
    .set({ open_link: "revoked", updated_at: updatedAt })
    .where("id", "=", circle.id)
    .execute();
}

/** Deletes a circle and what belongs to it. */
export async function deleteCircleRow(tx: Tx, circle: OwnedCircle): Promise<void> {
  await tx.deleteFrom("circles").where("id", "=", circle.id).execute();
}

/** Deletes every circle of an owner who is being erased. @returns the ids of the circles */
export async function deleteCirclesOfOwner(tx: Tx, owner: OwnerId): Promise<string[]> {
  const deleted = await tx
    .deleteFrom("circles")
    .where("user_id", "=", owner)
    .returning("id")
    .execute();
  return deleted.map(({ id }) => id);
}

export async function findCircleByKey(
  db: Db,
  owner: OwnerId,
  createKey: string,
): Promise<string | undefined> {
  const found = await db
    .selectFrom("circles")
    .where("user_id", "=", owner)
    .where("create_key", "=", createKey)
    .select("id")
    .executeTakeFirst();
  return found?.id;
}

interface NewCircle {
  id: string;
  create_key: string;
  /** The circle of which it is a copy with its people. */
  copied_from?: string;
  title: string;
  description: string;
  what_they_ask: string;
  language: Language;
  is_anonymous: boolean;
  deadline: string | null;
  closes_at: Date | null;
  cover_image_url: string | null;
  questions: readonly Question[];
}

/** The further questions to the people of a circle, oldest first. */
export function listFollowingRows(
  db: Db,
  reader: CircleReader,
  circle: OwnedCircle,
): Promise<CircleRow[]> {
  return selectCircles(db, reader)
    .where("circles.follows", "=", circle.id)
    .orderBy("circles.created_at")
    .orderBy("circles.id")
    .execute();
}

/** Stores a further question as an open circle that follows the first one. What its people read is fixed at once. */
export async function insertFollowingCircle(
  tx: Tx,
  first: OwnedCircle,
  {
    questions,
    ...circle
  }: {
    id: string;
    create_key: string;
    deadline: string;
    closes_at: Date;
    questions: readonly Question[];
  },
  now: Date,
): Promise<void> {
  const { user_id, title, description, what_they_ask, language, is_anonymous } = first;
  await tx
    .insertInto("circles")
    .values(({ selectFrom }) => ({
      ...{ user_id, title, description, what_they_ask, language, is_anonymous },
      ...circle,
      follows: first.id,
      asker_name: selectFrom("circles as asked")
        .where("asked.id", "=", first.id)
        .select("asker_name"),
      fixed_at: now,
      status: "active",
      questions: JSON.stringify(questions),
      next_question_id: questions.length + 1,
      created_at: now,
      updated_at: now,
    }))
    .execute();
}

/** Stores a new, open circle. */
export async function insertCircle(
  tx: Tx,
  owner: OwnerId,
  { questions, ...circle }: NewCircle,
  now: Date,
): Promise<void> {
  await tx
    .insertInto("circles")
    .values({
      ...circle,
      user_id: owner,
      status: "active",
      questions: JSON.stringify(questions),
      next_question_id: questions.length + 1,
      created_at: now,
      updated_at: now,
    })
    .execute();
}

/** Closes an active circle as of an instant; false when it is closed already or gone. Locks its row. */
export async function markCircleClosed(
  tx: Tx,
  circleId: string,
  { closed_at, closed_by }: { closed_at: Date; closed_by: ClosedBy },
): Promise<boolean> {
  const closed = await tx
    .updateTable("circles")
    .set({
      status: "completed",
      closed_at,
      closed_by,
      updated_at: closed_at,
      // Owners need no notice of what they did themselves, or were notified of before a restore.
      is_closing_notified: closed_by !== "deadline",
    })
    .where("id", "=", circleId)
    .where("status", "=", "active")
    .returning("id")
    .executeTakeFirst();
  return closed !== undefined;
}

/** Moves the deadline of an anonymous circle that fewer than three people have answered. Its row must be locked. */
export async function extendDeadline(
  tx: Tx,
  circleId: string,
  changes: { deadline: string; closes_at: Date; updated_at: Date },
): Promise<void> {
  await tx
    .updateTable("circles")
    .set({ ...changes, is_extended: true })
    .where("id", "=", circleId)
    .execute();
}

/** Records that the owner was notified of a closing, or wants no such emails. */
export async function markClosingNotified(tx: Tx, circleId: string): Promise<void> {
  await tx
    .updateTable("circles")
    .set({ is_closing_notified: true })
    .where("id", "=", circleId)
    .execute();
}

/** The ids of circles that are due to close, or of one owner's, longest overdue first. */
export async function listDueCircles(
  db: Db,
  now: Date,
  { owner, limit }: { owner: OwnerId | undefined; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom("circles")
    .where("status", "=", "active")
    .where("closes_at", "<=", now)
    .$if(owner !== undefined, (query) => query.where("user_id", "=", owner ?? ""))
    .orderBy("closes_at")
    .limit(limit)
    .select("id")
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Locks the row of a circle that is due to close; undefined if it is not due after all. The statement has only the id
 * as a condition: with others, the planner may search the index of all due circles for it.
 */
export async function lockDueCircle(tx: Tx, circleId: string, now: Date) {
  const circle = await tx
    .selectFrom("circles")
    .where("circles.id", "=", circleId)
    .select([
      "circles.id",
      "circles.user_id",
      "circles.is_anonymous",
      "circles.is_extended",
      "circles.questions",
      "circles.status",
      "circles.closes_at",
    ])
    .select(({ selectFrom }) =>
      selectFrom("profiles")
        .whereRef("profiles.user_id", "=", "circles.user_id")
        .select("time_zone")
        .as("time_zone"),
    )
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (circle?.status !== "active") return undefined;
  const { closes_at: closesAt, ...due } = circle;
  if (closesAt === null || closesAt > now) return undefined;
  return { ...due, closes_at: closesAt };
}

/** Locks and returns an owner's open circles that have a deadline. */
export async function lockOpenDeadlines(tx: Tx, owner: OwnerId, now: Date) {
  return tx
    .selectFrom("circles")
    .where("user_id", "=", owner)
    .where("status", "=", "active")
    .where("closes_at", ">", now)
    .where(({ and, not, eb, ref }) =>
      not(and([ref("is_anonymous"), eb("fixed_at", "is not", null)])),
    )
    .select("id")
    .select(({ ref }) => ref("deadline").$notNull().as("deadline"))
    .forNoKeyUpdate()
    .execute();
}

export async function setClosingTime(tx: Tx, circleId: string, closesAt: Date): Promise<void> {
  await tx.updateTable("circles").set({ closes_at: closesAt }).where("id", "=", circleId).execute();
}
