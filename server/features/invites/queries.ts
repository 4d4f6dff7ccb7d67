import { sql } from "kysely";
import type { Label } from "#contract/invites/invites.ts";
import type { OwnedCircle } from "#server/access/owned-circle.ts";
import type { OwnerId } from "#server/access/owner.ts";
import type { Db, Tx } from "#server/db/tables.ts";

interface NewInvite {
  id: string;
  first_name: string;
  last_name: string | null;
  /** Null for people who join through the open link. */
  email: string | null;
  invite_token: string;
  label?: Label | null;
  source?: "invited" | "link";
  owner_has_link?: boolean;
  /** In a further question: the person's invite to the first circle. */
  follows?: string;
}

/** Stores people of a circle in the given order, after the existing ones. */
export async function insertInvites(
  tx: Tx,
  circle: { circle_id: string; user_id: string },
  invites: readonly NewInvite[],
  now: Date,
): Promise<void> {
  if (invites.length === 0) return;
  const { last } = await tx
    .selectFrom("invites")
    .where("circle_id", "=", circle.circle_id)
    .select(({ fn }) => fn.max("position").as("last"))
    .executeTakeFirstOrThrow();
  const first = (last ?? -1) + 1;
  await tx
    .insertInto("invites")
    .values(
      invites.map((invite, index) => ({
        ...invite,
        ...circle,
        position: first + index,
        created_at: now,
      })),
    )
    .execute();
}

/** How many people a circle asks by email. */
export async function countPeople(tx: Tx, circleId: string): Promise<number> {
  return (await listAddresses(tx, circleId)).length;
}

export async function listAddresses(tx: Tx, circleId: string) {
  return tx
    .selectFrom("invites")
    .where("circle_id", "=", circleId)
    .where("email", "is not", null)
    .select("id")
    .select(({ ref }) => ref("email").$notNull().as("email"))
    .execute();
}

/**
 * Gives a person another address and another, unused private link. With `onlyPending`, returns false and changes nothing
 * if the person has answered or declined by now.
 */
export async function replaceAddress(
  tx: Tx,
  inviteId: string,
  {
    email,
    invite_token,
    onlyPending,
  }: { email: string; invite_token: string; onlyPending: boolean },
): Promise<boolean> {
  const replaced = await tx
    .updateTable("invites")
    .set({
      email,
      invite_token,
      owner_has_link: false,
      status: "pending",
      submission_key: null,
    })
    .where("id", "=", inviteId)
    .$if(onlyPending, (query) => query.where("status", "=", "pending"))
    .returning("id")
    .executeTakeFirst();
  return replaced !== undefined;
}

/** The ids of a person's invites to further questions that have not been answered. */
export async function listFollowingInvites(tx: Tx, inviteId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom("invites")
    .where("follows", "=", inviteId)
    .where("status", "<>", "completed")
    .orderBy("id")
    .select("id")
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Records that the owner is given a person's private link, which leads to further questions, too. Afterwards an answer
 * may be the owner's own.
 */
export async function markLinkGiven(tx: Tx, inviteId: string): Promise<void> {
  await tx
    .updateTable("invites")
    .set({ owner_has_link: true })
    .where(({ eb, or }) => or([eb("id", "=", inviteId), eb("follows", "=", inviteId)]))
    .where("owner_has_link", "=", false)
    .where("status", "<>", "completed")
    .execute();
}

/**
 * Removes a person with their emails. With `onlyPending`, does nothing and returns false if they have answered anything
 * by now.
 */
export async function deleteInvite(
  tx: Tx,
  inviteId: string,
  { onlyPending }: { onlyPending: boolean },
): Promise<boolean> {
  const deleted = await tx
    .deleteFrom("invites")
    .where("id", "=", inviteId)
    .$if(onlyPending, (query) =>
      query
        .where("status", "=", "pending")
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom("invites as later")
                .whereRef("later.follows", "=", "invites.id")
                .where("later.status", "=", "completed")
                .select("later.id"),
            ),
          ),
        ),
    )
    .returning("id")
    .executeTakeFirst();
  return deleted !== undefined;
}

export async function deleteInvites(tx: Tx, circle: OwnedCircle): Promise<void> {
  await tx.deleteFrom("invites").where("circle_id", "=", circle.id).execute();
}

/** Removes everyone whom an owner who is being erased has asked. @returns the ids of the people */
export async function deleteInvitesOfOwner(tx: Tx, owner: OwnerId): Promise<string[]> {
  const deleted = await tx
    .deleteFrom("invites")
    .where("user_id", "=", owner)
    .returning("id")
    .execute();
  return deleted.map(({ id }) => id);
}

/** Records that a person declines; false if they are no longer pending. */
export async function markDeclined(db: Db, inviteId: string): Promise<boolean> {
  const declined = await db
    .updateTable("invites")
    .set({ status: "declined", has_declined: true })
    .where("id", "=", inviteId)
    .where("status", "=", "pending")
    .returning("id")
    .executeTakeFirst();
  return declined !== undefined;
}

/**
 * Makes all invites of an anonymous circle look unused, so that nothing stored shows who has answered it. The records of
 * people who answered through the open link are deleted. Runs in the transaction of the closing, which holds a lock on
 * the circle's row.
 */
export async function forgetWhoAnswered(tx: Tx, circleId: string): Promise<void> {
  await tx
    .deleteFrom("invites")
    .where("circle_id", "=", circleId)
    .where("source", "=", "link")
    .execute();
  await tx
    .updateTable("invites")
    .set({
      status: sql<
        "pending" | "declined"
      >`case when has_declined then 'declined' else 'pending' end`,
      submission_key: null,
    })
    .where("circle_id", "=", circleId)
    .execute();
}

/**
 * Makes an answered link usable again, in the transaction that erases an answer; false if it was not answered. The key
 * of its submission stays, so that the same submission, sent again, does not bring the answer back.
 */
export async function markCompletedPending(tx: Tx, inviteId: string): Promise<boolean> {
  const reopened = await tx
    .updateTable("invites")
    .set({ status: "pending" })
    .where("id", "=", inviteId)
    .where("status", "=", "completed")
    .returning("id")
    .executeTakeFirst();
  return reopened !== undefined;
}

/** Makes a declined invite pending again, so that the person may answer after all. Other invites stay as they are. */
export async function markDeclinedPending(db: Db, inviteId: string): Promise<void> {
  await db
    .updateTable("invites")
    .set({ status: "pending" })
    .where("id", "=", inviteId)
    .where("status", "=", "declined")
    .execute();
}
