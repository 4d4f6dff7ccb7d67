import { sql } from "kysely";
import type { Label } from "#contract/invites.ts";
import type { OwnedCircle } from "#server/access/owned-circle.ts";
import type { OwnerId } from "#server/access/owner.ts";
import { invitesCount, responsesCount } from "#server/access/visibility.ts";
import type { MailState } from "#server/db/mail-kinds.ts";
import type { Db, Tx } from "#server/db/tables.ts";
import { isUuid } from "#server/db/uuid.ts";
import { further_letter_kinds, invitation_kinds } from "./mail-queries.ts";
import { hashNameWord, nameWords } from "./removed-names.ts";

export interface NewInvite {
  id: string;
  first_name: string;
  last_name: string | null;
  /** Null for those who come by the open link. */
  email: string | null;
  invite_token: string;
  label?: Label | null;
  source?: "invited" | "link";
}

/** Stores people of a paraline in the order given, after those who are there. */
export async function insertInvites(
  tx: Tx,
  circle_id: string,
  invites: readonly NewInvite[],
  now: Date,
): Promise<void> {
  if (invites.length === 0) return;
  const { last } = await tx
    .selectFrom("invites")
    .where("circle_id", "=", circle_id)
    .select(({ fn }) => fn.max("position").as("last"))
    .executeTakeFirstOrThrow();
  const first = (last ?? -1) + 1;
  await tx
    .insertInto("invites")
    .values(
      invites.map((invite, index) => ({
        ...invite,
        circle_id,
        position: first + index,
        created_at: now,
      })),
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
  /** A run of its job has it right now. */
  is_mail_under_way: boolean | null;
}

/**
 * People with their paraline and the state of their invitation: of an anonymous one the invitation's alone, because
 * all other mails are skipped for whoever has answered. Of a mended address, what went to it since comes first.
 * Those who came to an anonymous one by its link stand in no list.
 */
function selectInvites(db: Db, now: Date) {
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
          .orderBy(({ eb, ref }) => eb("mails.to_address", "=", ref("invites.email")), "desc")
          .orderBy("mails.created_at", "desc")
          .limit(1)
          .select(["mails.state", "mails.reason"])
          .select(
            sql<boolean>`mails.attempts > 0 and coalesce(mails.not_before > ${now}::timestamptz, false)`.as(
              "is_under_way",
            ),
          )
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
      "mail.is_under_way as is_mail_under_way",
    ]);
}

/** The people of one paraline in the order in which they were added. */
export function listInviteRows(db: Db, circle: OwnedCircle, now: Date): Promise<InviteRow[]> {
  return selectInvites(db, now)
    .where("circles.id", "=", circle.id)
    .orderBy("invites.created_at")
    .orderBy("invites.position")
    .execute();
}

/** The people of all of an owner's paralines, last added first. */
export function listContactRows(
  db: Db,
  owner: OwnerId,
  now: Date,
): Promise<(InviteRow & { circle_title: string })[]> {
  return selectInvites(db, now)
    .where("circles.user_id", "=", owner)
    .select("circles.title as circle_title")
    .orderBy("invites.created_at", "desc")
    .orderBy("invites.circle_id")
    .orderBy("invites.position", "desc")
    .execute();
}

/** One of the people in an owner's lists; undefined for another's, a removed or a malformed one. */
export async function findInviteRow(
  db: Db,
  owner: OwnerId,
  invite_id: string,
  now: Date,
): Promise<InviteRow | undefined> {
  return selectInvites(db, now)
    .where("circles.user_id", "=", owner)
    .where("invites.id", "=", invite_id)
    .executeTakeFirst();
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

/** The addresses on a paraline's list. */
export async function listAddresses(
  tx: Tx,
  circle_id: string,
): Promise<{ id: string; email: string }[]> {
  return tx
    .selectFrom("invites")
    .where("circle_id", "=", circle_id)
    .where("email", "is not", null)
    .select("id")
    .select(({ ref }) => ref("email").$notNull().as("email"))
    .execute();
}

/** The people of a paraline, without those who came by its link, as a copy of it needs them. */
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

/** How many have come by a paraline's link. Its row must be locked, or the number may be stale. */
export async function countLinkPeople(tx: Tx, circle_id: string): Promise<number> {
  const { count } = await tx
    .selectFrom("invites")
    .where("circle_id", "=", circle_id)
    .where("source", "=", "link")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** Whether, as far as its owner may see, everyone asked has answered. */
export async function hasEveryAnswer(tx: Tx, circle: OwnedCircle): Promise<boolean> {
  const counts = await tx
    .selectFrom("circles")
    .where("id", "=", circle.id)
    .select([
      sql<number>`(${responsesCount()})`.as("responses_count"),
      sql<number>`(${invitesCount()})`.as("invites_count"),
    ])
    .executeTakeFirstOrThrow();
  return counts.responses_count >= counts.invites_count;
}

/** Changes the label of a person: of this invite, and of every other one of this owner to the same address. */
export async function setLabel(
  tx: Tx,
  owner: OwnerId,
  { id, email }: { id: string; email: string | null },
  label: Label | null,
): Promise<void> {
  await tx
    .updateTable("invites")
    .set({ label })
    .where((where) =>
      email === null
        ? where("id", "=", id)
        : where.and([
            where("email", "=", email),
            where(
              "circle_id",
              "in",
              where.selectFrom("circles").where("user_id", "=", owner).select("circles.id"),
            ),
          ]),
    )
    .execute();
}

/** The labels that an owner has given to people with these addresses; addresses without one are left out. */
export async function listLabels(
  tx: Tx,
  owner: OwnerId,
  emails: readonly string[],
): Promise<Map<string, Label>> {
  if (emails.length === 0) return new Map();
  const rows = await tx
    .selectFrom("invites")
    .innerJoin("circles", "circles.id", "invites.circle_id")
    .where("circles.user_id", "=", owner)
    .where("invites.email", "in", emails)
    .where("invites.label", "is not", null)
    .orderBy("invites.created_at")
    .select(({ ref }) => [
      ref("invites.email").$notNull().as("email"),
      ref("invites.label").$notNull().as("label"),
    ])
    .execute();
  return new Map(rows.map(({ email, label }) => [email, label]));
}

/**
 * Gives a person another address and another private link, and stops the mails on their way to the old one. With
 * `only_pending`, false and nothing changed for who has answered or declined by now.
 */
export async function replaceAddress(
  tx: Tx,
  invite_id: string,
  {
    email,
    invite_token,
    only_pending,
  }: { email: string; invite_token: string; only_pending: boolean },
): Promise<boolean> {
  const replaced = await tx
    .updateTable("invites")
    .set({ email, invite_token })
    .where("id", "=", invite_id)
    .$if(only_pending, (query) => query.where("status", "=", "pending"))
    .returning("id")
    .executeTakeFirst();
  if (replaced === undefined) return false;
  await tx
    .updateTable("mails")
    .set({ state: "skipped", reason: "Their address was mended." })
    .where("invite_id", "=", invite_id)
    .where("state", "in", ["waiting", "queued"])
    .execute();
  return true;
}

/**
 * Parts a person of an anonymous paraline from the answer they may have given: they are asked afresh, and the answer
 * goes on as that of somebody who stands in no list and is counted from the release on that has it.
 */
export async function partFromAnswer(
  tx: Tx,
  invite_id: string,
  unlisted: { id: string; invite_token: string },
): Promise<void> {
  const answered = await tx
    .updateTable("invites")
    .set({ status: "pending", submission_key: null })
    .where("id", "=", invite_id)
    .where("status", "=", "completed")
    .returning(["circle_id", "position", "created_at"])
    .executeTakeFirst();
  if (answered === undefined) return;
  await tx
    .insertInto("invites")
    .values({
      ...unlisted,
      ...answered,
      first_name: "",
      last_name: null,
      email: null,
      status: "completed",
      source: "link",
    })
    .execute();
}

/** Gives a person another private link; the former one is dead. */
export async function setInviteToken(
  tx: Tx,
  invite_id: string,
  invite_token: string,
): Promise<void> {
  await tx.updateTable("invites").set({ invite_token }).where("id", "=", invite_id).execute();
}

/** Whether a letter with the person's private link was asked for besides the invitation, whatever became of it. */
export async function hasFurtherLetters(db: Db, invite_id: string): Promise<boolean> {
  const further = await db
    .selectFrom("mails")
    .where("invite_id", "=", invite_id)
    .where("kind", "in", further_letter_kinds)
    .select("id")
    .limit(1)
    .executeTakeFirst();
  return further !== undefined;
}

/** Keeps, hashed, the name of a person who is about to be removed, as long as their paraline is there. */
export async function rememberRemovedName(
  tx: Tx,
  person: { circle_id: string; first_name: string; last_name: string | null },
): Promise<void> {
  const words = nameWords(`${person.first_name} ${person.last_name ?? ""}`);
  if (words.length === 0) return;
  await tx
    .insertInto("removed_names")
    .values(
      words.map((word) => ({
        circle_id: person.circle_id,
        name_hash: hashNameWord(person.circle_id, word),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Removes a person with their mails. With `only_pending`, false and nothing removed for who has answered by now. */
export async function deleteInvite(
  tx: Tx,
  invite_id: string,
  { only_pending }: { only_pending: boolean },
): Promise<boolean> {
  const deleted = await tx
    .deleteFrom("invites")
    .where("id", "=", invite_id)
    .$if(only_pending, (query) => query.where("status", "=", "pending"))
    .returning("id")
    .executeTakeFirst();
  return deleted !== undefined;
}

/** Removes everyone of a paraline that is about to be deleted. */
export async function deleteInvites(tx: Tx, circle: OwnedCircle): Promise<void> {
  await tx.deleteFrom("invites").where("circle_id", "=", circle.id).execute();
}

/** Removes everyone whom an owner who is leaving has asked. @returns their ids */
export async function deleteInvitesOfOwner(tx: Tx, owner: OwnerId): Promise<string[]> {
  const deleted = await tx
    .deleteFrom("invites")
    .using("circles")
    .whereRef("circles.id", "=", "invites.circle_id")
    .where("circles.user_id", "=", owner)
    .returning("invites.id")
    .execute();
  return deleted.map(({ id }) => id);
}

/** One person's private link; undefined for another owner's invite. */
export async function findInviteToken(db: Db, owner: OwnerId, invite_id: string) {
  return db
    .selectFrom("invites")
    .innerJoin("circles", "circles.id", "invites.circle_id")
    .where("invites.id", "=", invite_id)
    .where("circles.user_id", "=", owner)
    .where((where) =>
      where.or([
        where.not(where.ref("circles.is_anonymous")),
        where("invites.source", "=", "invited"),
      ]),
    )
    .select(["invites.invite_token", "circles.is_anonymous"])
    .executeTakeFirst();
}

/** Keeps an address typed at a door for the job that looks for its invitation. */
export async function insertLinkRequest(
  tx: Tx,
  request: { id: string; circle_id: string; email: string; created_at: Date },
): Promise<void> {
  await tx.insertInto("link_requests").values(request).execute();
}

/** Takes such an address out again; undefined when another run has. */
export async function takeLinkRequest(tx: Tx, request_id: string) {
  return tx
    .deleteFrom("link_requests")
    .where("id", "=", request_id)
    .returning(["circle_id", "email"])
    .executeTakeFirst();
}

/** Forgets what was typed at the doors of some paralines, and an address typed at any. @returns the ids */
export async function deleteLinkRequests(
  tx: Tx,
  { circle_ids, email }: { circle_ids: readonly string[]; email: string },
): Promise<string[]> {
  const deleted = await tx
    .deleteFrom("link_requests")
    .where((where) =>
      where.or([
        where("email", "=", email),
        ...(circle_ids.length > 0 ? [where("circle_id", "in", circle_ids)] : []),
      ]),
    )
    .returning("id")
    .execute();
  return deleted.map(({ id }) => id);
}

/** The person with an address in a paraline, if their invitation has gone out. */
export async function findInvitedPerson(tx: Tx, circle_id: string, email: string) {
  return tx
    .selectFrom("invites")
    .innerJoin("circles", "circles.id", "invites.circle_id")
    .where("invites.circle_id", "=", circle_id)
    .where("invites.email", "=", email)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("mails")
          .whereRef("mails.invite_id", "=", "invites.id")
          .where("mails.kind", "in", invitation_kinds)
          .where("mails.state", "<>", "waiting")
          .select("mails.id"),
      ),
    )
    .select([
      "invites.id",
      "circles.user_id as owner_id",
      "circles.status as circle_status",
      "circles.closes_at",
    ])
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
      "invites.email",
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
