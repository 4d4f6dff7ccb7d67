import { sql } from "kysely";
import type { Label } from "#contract/invites.ts";
import type { OwnedCircle } from "#server/access/owned-circle.ts";
import type { OwnerId } from "#server/access/owner.ts";
import { isUuid } from "#server/access/session.ts";
import type { MailState } from "#server/db/mail-kinds.ts";
import type { Db, Tx } from "#server/db/tables.ts";

/** Every kind of mail that carries a person's private link. */
export const invitation_kinds = ["invitation", "invitation_again"] as const;

export interface NewInvite {
  id: string;
  first_name: string;
  last_name: string | null;
  email: string;
  invite_token: string;
}

/** Stores the people of a paraline in the order given. */
export async function insertInvites(
  tx: Tx,
  circle_id: string,
  invites: readonly NewInvite[],
  now: Date,
): Promise<void> {
  await tx
    .insertInto("invites")
    .values(
      invites.map((invite, position) => ({ ...invite, circle_id, position, created_at: now })),
    )
    .execute();
}

/** A person as stored, with where their invitation stands. */
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
 * People with their paraline and the state of their invitation: of an anonymous one the first mail's alone, because
 * later ones are skipped for whoever has answered. Those who came to an anonymous one by its link stand in no list.
 */
function selectInvites(db: Db) {
  return db
    .selectFrom("invites")
    .innerJoin("circles", "circles.id", "invites.circle_id")
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom("mails")
          .whereRef("mails.invite_id", "=", "invites.id")
          .where("mails.kind", "in", invitation_kinds)
          .where((where) =>
            where.or([
              where("mails.kind", "=", "invitation"),
              where.not(where.ref("circles.is_anonymous")),
            ]),
          )
          .orderBy("mails.created_at", "desc")
          .limit(1)
          .select(["mails.state", "mails.reason"])
          .as("mail"),
      (join) => join.onTrue(),
    )
    .where((where) =>
      where.or([
        where.not(where.ref("circles.is_anonymous")),
        where("invites.source", "=", "invited"),
      ]),
    )
    .select([
      "invites.id",
      "invites.circle_id",
      "invites.first_name",
      "invites.last_name",
      "invites.email",
      "invites.status",
      "invites.source",
      "invites.label",
      "invites.created_at",
      "circles.is_anonymous",
      "mail.state as mail_state",
      "mail.reason as mail_reason",
    ]);
}

/** The people of one paraline in the order in which they were added. */
export function listInviteRows(db: Db, circle: OwnedCircle): Promise<InviteRow[]> {
  return selectInvites(db)
    .where("circles.id", "=", circle.id)
    .orderBy("invites.created_at")
    .orderBy("invites.position")
    .execute();
}

/** The people of all of an owner's paralines, last added first. */
export function listContactRows(
  db: Db,
  owner: OwnerId,
): Promise<(InviteRow & { circle_title: string })[]> {
  return selectInvites(db)
    .where("circles.user_id", "=", owner)
    .select("circles.title as circle_title")
    .orderBy("invites.created_at", "desc")
    .orderBy("invites.circle_id")
    .orderBy("invites.position", "desc")
    .execute();
}

/** An owner's invite, with what decides whether it may be mailed again. */
export async function findOwnInvite(tx: Tx, owner: OwnerId, invite_id: string) {
  if (!isUuid(invite_id)) return undefined;
  return tx
    .selectFrom("invites")
    .innerJoin("circles", "circles.id", "invites.circle_id")
    .where("invites.id", "=", invite_id)
    .where("circles.user_id", "=", owner)
    .select([
      "invites.id",
      "invites.circle_id",
      "invites.email",
      "invites.status",
      "invites.source",
      "circles.is_anonymous",
      "circles.closes_at",
      "circles.status as circle_status",
    ])
    .executeTakeFirst();
}

/** An owner's invite by its private token, with what its invitation says. */
export async function findOwnInviteByToken(db: Db, owner: OwnerId, invite_token: string) {
  return db
    .selectFrom("invites")
    .innerJoin("circles", "circles.id", "invites.circle_id")
    .where("invites.invite_token", "=", invite_token)
    .where("circles.user_id", "=", owner)
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

/** Makes everything that counts this owner's mails wait for the others that do. */
export async function lockOwner(tx: Tx, owner: OwnerId): Promise<void> {
  await tx.selectFrom("auth.users").where("id", "=", owner).select("id").forNoKeyUpdate().execute();
}

/** How many invitation mails an owner has asked for since an instant. */
export async function countInvitationMails(tx: Tx, owner: OwnerId, since: Date): Promise<number> {
  const { count } = await tx
    .selectFrom("mails")
    .where("user_id", "=", owner)
    .where("kind", "in", invitation_kinds)
    .where("created_at", ">", since)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** When an owner last had an address written to, and whether that mail still waits for the owner. */
export function findLastInvitationMail(tx: Tx, owner: OwnerId, email: string) {
  return tx
    .selectFrom("mails")
    .where("user_id", "=", owner)
    .where("to_address", "=", email)
    .where("kind", "in", invitation_kinds)
    .orderBy("created_at", "desc")
    .limit(1)
    .select(["created_at", "state"])
    .executeTakeFirst();
}

/** Changes the status of an invite that has the one expected; false when it has another by now. */
export async function changeInviteStatus(
  db: Db,
  invite_id: string,
  from: "pending" | "declined",
  to: "pending" | "declined",
): Promise<boolean> {
  const changed = await db
    .updateTable("invites")
    .set({ status: to })
    .where("id", "=", invite_id)
    .where("status", "=", from)
    .returning("id")
    .executeTakeFirst();
  return changed !== undefined;
}

/** What an invitation says, as of now; undefined when the invite is gone. */
export async function findInvitation(db: Db, invite_id: string) {
  return db
    .selectFrom("invites")
    .innerJoin("circles", "circles.id", "invites.circle_id")
    .leftJoin("profiles", "profiles.user_id", "circles.user_id")
    .where("invites.id", "=", invite_id)
    .select([
      "invites.first_name",
      "invites.status",
      "invites.invite_token",
      "circles.user_id as owner_id",
      "circles.title",
      "circles.is_anonymous",
      "circles.deadline",
      "circles.closes_at",
      "circles.status as circle_status",
      "profiles.full_name as owner_name",
      sql<number>`jsonb_array_length(circles.questions)`.as("questions_count"),
    ])
    .executeTakeFirst();
}
