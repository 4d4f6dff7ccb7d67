import { type Expression, type Selectable, type SqlBool, sql } from "kysely";
import { DomainError } from "#contract/errors.ts";
import type { CirclesTable, Db, Tx } from "#server/db/tables.ts";
import { isUuid } from "#server/db/uuid.ts";
import type { OwnerId } from "./owner.ts";

declare const owned: unique symbol;

/** The columns that are read of a circle for its owner. `profiles` is joined to it. */
export const ownedCircleColumns = [
  "circles.id",
  "circles.title",
  "circles.description",
  "circles.what_they_ask",
  "circles.language",
  "circles.is_anonymous",
  "circles.deadline",
  "circles.closes_at",
  "circles.cover_image_url",
  "circles.status",
  "circles.questions",
  "circles.closed_at",
  "circles.fixed_at",
  "circles.is_extended",
  "circles.open_link",
  "circles.copied_from",
  "circles.follows",
  "circles.created_at",
  "circles.updated_at",
  "profiles.time_zone",
] as const;

/** The stored columns among them. */
export type OwnedCircleRow = Omit<
  Selectable<CirclesTable>,
  | "user_id"
  | "create_key"
  | "next_question_id"
  | "asker_name"
  | "link_answers_before"
  | "link_openings"
  | "closed_by"
  | "is_closing_notified"
  | "links_replaced_at"
>;

/**
 * Which circles a call is for: by default ordinary ones alone, to which a further question is not found. Those that
 * read, count or close answers take both.
 */
export type CircleScope = "ordinary" | "any";

/** A circle that the caller owns. Only {@link findCircleOfOwner} makes one. */
export type OwnedCircle = OwnedCircleRow & {
  readonly user_id: string;
  /** The owner's time zone; UTC until they have one. */
  readonly time_zone: string;
  readonly [owned]: true;
};

/** The owner's circle with this id; undefined if it is somebody else's or deleted, or if the id is malformed. */
export async function findOwnedCircle(
  db: Db,
  owner: OwnerId,
  circleId: string,
  which: CircleScope = "ordinary",
): Promise<OwnedCircle | undefined> {
  const circle = await findCircleOfOwner(db, circleId);
  if (circle?.user_id !== owner) return undefined;
  return which === "any" || circle.follows === null ? circle : undefined;
}

/** A circle as its own owner sees it, for information that only they receive; undefined when it is gone. */
export async function findCircleOfOwner(
  db: Db,
  circleId: string,
): Promise<OwnedCircle | undefined> {
  if (!isUuid(circleId)) return undefined;
  const row = await db
    .selectFrom("circles")
    .leftJoin("profiles", "profiles.user_id", "circles.user_id")
    .where("circles.id", "=", circleId)
    .select(ownedCircleColumns)
    .select("circles.user_id")
    .executeTakeFirst();
  return row && ({ ...row, time_zone: row.time_zone ?? "UTC" } as OwnedCircle);
}

/**
 * The owner's circle with this id.
 * @throws DomainError circle_not_found if it is somebody else's or deleted, or if the id is malformed
 */
export async function loadOwnedCircle(
  db: Db,
  owner: OwnerId,
  circleId: string,
  which?: CircleScope,
): Promise<OwnedCircle> {
  const circle = await findOwnedCircle(db, owner, circleId, which);
  if (circle === undefined) throw new DomainError("circle_not_found");
  return circle;
}

/**
 * The same, with the circle's row and those of its further questions locked until the transaction ends: their state
 * cannot change meanwhile, and anonymous submissions wait.
 * @throws DomainError circle_not_found if it is somebody else's or deleted, or if the id is malformed
 */
export async function lockOwnedCircle(
  tx: Tx,
  owner: OwnerId,
  circleId: string,
  which?: CircleScope,
): Promise<OwnedCircle> {
  if (!isUuid(circleId)) throw new DomainError("circle_not_found");
  await tx
    .selectFrom("circles")
    .where(({ eb, or }) => or([eb("id", "=", circleId), eb("follows", "=", circleId)]))
    .where("user_id", "=", owner)
    .orderBy(
      ({ ref }) => ref("follows"),
      (order) => order.asc().nullsFirst(),
    )
    .orderBy("id")
    .select("id")
    .forNoKeyUpdate()
    .execute();
  return loadOwnedCircle(tx, owner, circleId, which);
}

/** Whether a circle takes answers now; exact, even while the job that closes it is late. */
export function isOpenCircle(
  circle: { status: "active" | "completed"; closes_at: Date | null },
  now: Date,
): boolean {
  return circle.status === "active" && (circle.closes_at === null || circle.closes_at > now);
}

/** The same, for the `circles` row of the surrounding query. */
export function isOpenAt(now: Date): Expression<SqlBool> {
  return sql`(circles.status = 'active'
    and (circles.closes_at is null or circles.closes_at > ${now}::timestamptz))`;
}
