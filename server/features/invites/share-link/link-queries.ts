import { sql } from "kysely";
import { limits } from "#contract/limits.ts";
import { isLinkFull } from "#server/access/visibility.ts";
import type { Tx } from "#server/db/tables.ts";
import { laterMailKinds, ownerInvitationKinds } from "../mail-queries.ts";

/** Makes those who join or answer by a circle's open link at the same time wait for each other. */
export async function lockLink(tx: Tx, circleId: string): Promise<void> {
  await tx.selectFrom("circles").where("id", "=", circleId).select("id").forNoKeyUpdate().execute();
}

/** Whether a circle's open link takes another answer. Its row must be locked, or that may be stale. */
export async function takesAnswersByLink(tx: Tx, circleId: string): Promise<boolean> {
  const link = await tx
    .selectFrom("circles")
    .where("id", "=", circleId)
    .select(sql<boolean>`${isLinkFull()}`.as("is_full"))
    .executeTakeFirst();
  return link !== undefined && !link.is_full;
}

/**
 * Ends the joins by a circle's open link that were not answered and are not among its newest. Answered ones count among
 * the newest like the others: otherwise somebody who joins again and again could see from which of their joins are left
 * that somebody has answered. The circle's row must be locked.
 */
export async function deleteOldJoins(tx: Tx, circleId: string): Promise<void> {
  await tx
    .deleteFrom("invites")
    .where("circle_id", "=", circleId)
    .where("source", "=", "link")
    .where("status", "<>", "completed")
    .where("position", "<", ({ selectFrom }) =>
      selectFrom("invites as newest")
        .where("newest.circle_id", "=", circleId)
        .where("newest.source", "=", "link")
        .orderBy("newest.position", "desc")
        .offset(limits.linkJoinsMax - 1)
        .limit(1)
        .select("newest.position"),
    )
    .execute();
}

/** Ends every join by a circle's open link that was not answered. */
export async function deleteJoins(tx: Tx, circleId: string): Promise<void> {
  await tx
    .deleteFrom("invites")
    .where("circle_id", "=", circleId)
    .where("source", "=", "link")
    .where("status", "<>", "completed")
    .execute();
}

/** Keeps an address typed on a share-link page for the job that looks for its invitation. */
export async function insertLinkRequest(
  tx: Tx,
  request: { id: string; circle_id: string; email: string; created_at: Date },
): Promise<void> {
  await tx.insertInto("link_requests").values(request).execute();
}

/** Takes such an address out again; undefined when another run has. */
export async function takeLinkRequest(tx: Tx, requestId: string) {
  return tx
    .deleteFrom("link_requests")
    .where("id", "=", requestId)
    .returning(["circle_id", "email"])
    .executeTakeFirst();
}

/**
 * Deletes the addresses typed on the share-link pages of some circles, and one address on all pages, if given.
 * @returns the ids
 */
export async function deleteLinkRequests(
  tx: Tx,
  { circleIds, email }: { circleIds: readonly string[]; email: string | undefined },
): Promise<string[]> {
  const deleted = await tx
    .deleteFrom("link_requests")
    .where((where) =>
      where.or([
        ...(email === undefined ? [] : [where("email", "=", email)]),
        // One value, because a statement takes 65,535 at most.
        where("circle_id", "=", sql<string>`any(${[...circleIds]}::uuid[])`),
      ]),
    )
    .returning("id")
    .execute();
  return deleted.map(({ id }) => id);
}

/**
 * The person with an address in a circle, if their owner has let an invitation go out. Of an anonymous circle it
 * has to have been sent: until then its owner may remove the person or correct their address, and an answer that was
 * given by then would show in what is counted afterwards.
 */
export async function findInvitedPerson(tx: Tx, circleId: string, email: string) {
  return tx
    .selectFrom("invites")
    .innerJoin("circles", "circles.id", "invites.circle_id")
    .where("invites.circle_id", "=", circleId)
    .where("invites.email", "=", email)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("mails")
          .whereRef("mails.invite_id", "=", "invites.id")
          .where("mails.kind", "in", ownerInvitationKinds)
          .where("mails.state", "<>", "waiting")
          // What was sent before the account was reset invited no one in its owner's name.
          .where((mail) =>
            mail.or([
              mail("circles.links_replaced_at", "is", null),
              mail("mails.created_at", ">=", mail.ref("circles.links_replaced_at")),
            ]),
          )
          .where((mail) =>
            mail.or([
              mail.not(mail.ref("circles.is_anonymous")),
              mail("mails.kind", "in", laterMailKinds),
              mail("mails.state", "=", "sent"),
            ]),
          )
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

/** When private links were mailed to a person because somebody asked for them on the share-link page, since an instant. */
export async function listPrivateLinkMails(tx: Tx, inviteId: string, since: Date): Promise<Date[]> {
  const rows = await tx
    .selectFrom("mails")
    .where("invite_id", "=", inviteId)
    .where("kind", "=", "private_link")
    .where("created_at", ">", since)
    .select("created_at")
    .execute();
  return rows.map(({ created_at }) => created_at);
}
