import { sql } from "kysely";
import type { Label } from "#contract/invites/invites.ts";
import type { OwnedCircle } from "#server/access/owned-circle.ts";
import type { OwnerId } from "#server/access/owner.ts";
import {
  invitesCount,
  isListed,
  responsesCount,
  statusForOwner,
} from "#server/access/visibility.ts";
import type { MailState } from "#server/db/mail-kinds.ts";
import type { Db, Tx } from "#server/db/tables.ts";
import { isUuid } from "#server/db/uuid.ts";
import { isReached, ownerInvitationKinds } from "../mail-queries.ts";

export interface InviteRow {
  id: string;
  circle_id: string;
  first_name: string;
  last_name: string | null;
  email: string | null;
  status: "pending" | "completed" | "declined";
  source: "invited" | "link";
  label: Label | null;
  created_at: Date;
  is_anonymous: boolean;
  mail_state: MailState | null;
  mail_reason: string | null;
}

/**
 * People with their circle and the state of their last email. Emails that a person requested are not included. For a
 * corrected address, emails sent to it since take precedence. People who joined through the link are in no list before
 * they answer, and never in the list of an anonymous circle.
 */
function selectInvites(db: Db) {
  return db
    .selectFrom("invites")
    .innerJoin("circles", "circles.id", "invites.circle_id")
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom("emails")
          .whereRef("emails.invite_id", "=", "invites.id")
          .where("emails.kind", "in", ownerInvitationKinds)
          .orderBy(({ eb, ref }) => eb("emails.to_address", "=", ref("invites.email")), "desc")
          .orderBy("emails.created_at", "desc")
          .limit(1)
          .select(["emails.state", "emails.reason"])
          .as("mail"),
      (join) => join.onTrue(),
    )
    .where(isListed())
    .select([
      "invites.id",
      "invites.circle_id",
      "invites.first_name",
      "invites.last_name",
      "invites.email",
      statusForOwner().as("status"),
      "invites.source",
      "invites.label",
      "invites.created_at",
      "circles.is_anonymous",
      "mail.state as mail_state",
      "mail.reason as mail_reason",
    ]);
}

/** The people of one circle in the order in which they were added. */
export function listInviteRows(db: Db, circle: OwnedCircle): Promise<InviteRow[]> {
  return selectInvites(db)
    .where("circles.id", "=", circle.id)
    .orderBy("invites.created_at")
    .orderBy("invites.position")
    .execute();
}

/** The next circles of an owner in the order of their ids, after one of them, with how many people each lists. */
export function listCirclesWithPeople(
  db: Db,
  owner: OwnerId,
  { after, limit }: { after: string | undefined; limit: number },
) {
  return db
    .selectFrom("circles")
    .where("user_id", "=", owner)
    .where("follows", "is", null)
    .$if(after !== undefined, (query) => query.where("id", ">", after ?? ""))
    .select([
      "id",
      (from) =>
        from
          .selectFrom("invites")
          .whereRef("invites.circle_id", "=", "circles.id")
          .where(isListed())
          .select(({ fn }) => fn.countAll<number>().as("count"))
          .$asScalar()
          .$notNull()
          .as("people_count"),
    ])
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** The people of some of an owner's circles, last added first. */
export function listContactRows(
  db: Db,
  owner: OwnerId,
  circleIds: readonly string[],
): Promise<(InviteRow & { circle_title: string })[]> {
  return selectInvites(db)
    .where("circles.user_id", "=", owner)
    .where("circles.id", "in", circleIds)
    .select("circles.title as circle_title")
    .orderBy("invites.created_at", "desc")
    .orderBy("invites.circle_id")
    .orderBy("invites.position", "desc")
    .execute();
}

/** The ids of an owner's contacts, last added first. Only ids, so that any number of them fits into memory. */
export async function listContactIds(db: Db, owner: OwnerId): Promise<string[]> {
  const rows = await db
    .selectFrom("invites")
    .innerJoin("circles", "circles.id", "invites.circle_id")
    .where(isListed())
    .where("circles.user_id", "=", owner)
    .where("circles.follows", "is", null)
    .orderBy("invites.created_at", "desc")
    .orderBy("invites.circle_id")
    .orderBy("invites.position", "desc")
    .select("invites.id")
    .execute();
  return rows.map(({ id }) => id);
}

/** The contacts with these ids, in the same order. Those removed since are left out. */
export function listContactRowsById(
  db: Db,
  owner: OwnerId,
  ids: readonly string[],
): Promise<(InviteRow & { circle_title: string })[]> {
  return selectInvites(db)
    .where("circles.user_id", "=", owner)
    .where("invites.id", "=", sql<string>`any(${[...ids]}::uuid[])`)
    .select("circles.title as circle_title")
    .orderBy("invites.created_at", "desc")
    .orderBy("invites.circle_id")
    .orderBy("invites.position", "desc")
    .execute();
}

/** One of the people in an owner's lists; undefined if they are another owner's or removed, or the id is malformed. */
export async function findInviteRow(
  db: Db,
  owner: OwnerId,
  inviteId: string,
): Promise<InviteRow | undefined> {
  return selectInvites(db)
    .where("circles.user_id", "=", owner)
    .where("circles.follows", "is", null)
    .where("invites.id", "=", inviteId)
    .executeTakeFirst();
}

/** An owner's invite, with the fields that decide whether it may be emailed again. */
export async function findOwnInvite(tx: Tx, owner: OwnerId, inviteId: string) {
  if (!isUuid(inviteId)) return undefined;
  return tx
    .selectFrom("invites")
    .innerJoin("circles", "circles.id", "invites.circle_id")
    .where("invites.id", "=", inviteId)
    .where("circles.user_id", "=", owner)
    .where("circles.follows", "is", null)
    .select([
      "invites.id",
      "invites.circle_id",
      "invites.email",
      statusForOwner().as("status"),
      "invites.source",
      "circles.is_anonymous",
      "circles.open_link",
      "circles.closes_at",
      "circles.status as circle_status",
    ])
    .executeTakeFirst();
}

/** An owner's invite by its private token, with the contents of its invitation. */
export async function findOwnInviteByToken(db: Db, owner: OwnerId, inviteToken: string) {
  return db
    .selectFrom("invites")
    .innerJoin("circles", "circles.id", "invites.circle_id")
    .where("invites.invite_token", "=", inviteToken)
    .where("circles.user_id", "=", owner)
    .where("circles.follows", "is", null)
    .select([
      "invites.id",
      "invites.email",
      "invites.first_name",
      "invites.last_name",
      "circles.title",
      "circles.description",
      "circles.deadline",
    ])
    .executeTakeFirst();
}

/** The people of a circle for copying, without those who joined through its link. */
export async function listPeopleToCopy(tx: Tx, circle: OwnedCircle) {
  return tx
    .selectFrom("invites")
    .where("circle_id", "=", circle.id)
    .where("source", "=", "invited")
    .orderBy("created_at")
    .orderBy("position")
    .select(["first_name", "last_name", "email", "label"])
    .execute();
}

/**
 * The people of a circle who have never declined, neither its questions nor a further one, and whether any email that
 * the owner requested has reached them: what came of the last one depends on when the owner sent it.
 */
export function listPeopleWithoutDecline(db: Db, circle: OwnedCircle) {
  return selectInvites(db)
    .where("circles.id", "=", circle.id)
    .where("invites.has_declined", "=", false)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("invites as later")
            .whereRef("later.follows", "=", "invites.id")
            .where("later.has_declined", "=", true)
            .select("later.id"),
        ),
      ),
    )
    .orderBy("invites.created_at")
    .orderBy("invites.position")
    .select(["invites.owner_has_link", isReached().as("is_reached")])
    .execute();
}

/** Whether everyone asked has answered a named circle. Of an anonymous one, nobody may know. */
export async function hasEveryAnswer(tx: Tx, circle: OwnedCircle): Promise<boolean> {
  if (circle.is_anonymous) return false;
  const counts = await tx
    .selectFrom("circles")
    .where("id", "=", circle.id)
    .select([
      sql<number>`(${responsesCount()})`.as("responses_count"),
      sql<number | null>`(${invitesCount()})`.as("invites_count"),
    ])
    .executeTakeFirstOrThrow();
  return counts.invites_count !== null && counts.responses_count >= counts.invites_count;
}

/** One person's private link; undefined for another owner's invite. */
export async function findInviteToken(db: Db, owner: OwnerId, inviteId: string) {
  return db
    .selectFrom("invites")
    .innerJoin("circles", "circles.id", "invites.circle_id")
    .where("invites.id", "=", inviteId)
    .where("circles.user_id", "=", owner)
    .where("circles.follows", "is", null)
    .where(isListed())
    .select(["invites.invite_token", "invites.circle_id", "circles.is_anonymous"])
    .executeTakeFirst();
}
