import { sql } from "kysely";
import type { Tx } from "#server/db/tables.ts";
import { ownerInvitationKinds } from "../mail-queries.ts";

/** Makes people who answer through a circle's open link at the same time wait for each other. */
export async function lockLink(tx: Tx, circleId: string): Promise<void> {
  await tx.selectFrom("circles").where("id", "=", circleId).select("id").forNoKeyUpdate().execute();
}

/**
 * Whether the submission with this key was stored for anybody who came through a circle's open link. The circle must be
 * locked, or a submission that is just being stored is not seen.
 */
export async function isSubmittedByLink(
  tx: Tx,
  circleId: string,
  submissionKey: string,
): Promise<boolean> {
  const stored = await tx
    .selectFrom("invites")
    .where("circle_id", "=", circleId)
    .where("source", "=", "link")
    .where("submission_key", "=", submissionKey)
    .select("id")
    .executeTakeFirst();
  return stored !== undefined;
}

/** Keeps an address typed on a share-link page for the job that looks for its invitation. */
export async function insertLinkRequest(
  tx: Tx,
  request: { id: string; circle_id: string; email: string; created_at: Date },
): Promise<void> {
  await tx.insertInto("link_requests").values(request).execute();
}

/** Takes out such an address; undefined if another run has done so. */
export async function takeLinkRequest(tx: Tx, requestId: string) {
  return tx
    .deleteFrom("link_requests")
    .where("id", "=", requestId)
    .returning(["circle_id", "email"])
    .executeTakeFirst();
}

/**
 * Deletes the addresses typed on the share-link pages of some circles and, if an address is given, that address on all
 * pages.
 * @returns the ids of the deleted rows
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
        // The ids are one parameter, because a statement can have at most 65,535.
        where("circle_id", "=", sql<string>`any(${[...circleIds]}::uuid[])`),
      ]),
    )
    .returning("id")
    .execute();
  return deleted.map(({ id }) => id);
}

/**
 * The person with an address in a circle, if the owner has requested an invitation for them. In an anonymous circle it
 * must have been sent: until then the owner may remove the person or correct their address, and an answer given before
 * that would show in what is counted afterwards.
 */
export async function findInvitedPerson(tx: Tx, circleId: string, email: string) {
  return tx
    .selectFrom("invites")
    .innerJoin("circles", "circles.id", "invites.circle_id")
    .where("invites.circle_id", "=", circleId)
    .where("circles.follows", "is", null)
    .where("invites.email", "=", email)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("emails")
          .whereRef("emails.invite_id", "=", "invites.id")
          .where("emails.kind", "in", ownerInvitationKinds)
          .where("emails.state", "<>", "waiting")
          // Emails that were sent before the account was reset were not invitations by the present owner.
          .where((mail) =>
            mail.or([
              mail("circles.links_replaced_at", "is", null),
              mail("emails.created_at", ">=", mail.ref("circles.links_replaced_at")),
            ]),
          )
          .where((mail) =>
            mail.or([
              mail.not(mail.ref("circles.is_anonymous")),
              mail("emails.state", "=", "sent"),
            ]),
          )
          .select("emails.id"),
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

/** When, since an instant, private links were emailed to a person because of requests on the share-link page. */
export async function listPrivateLinkEmails(
  tx: Tx,
  inviteId: string,
  since: Date,
): Promise<Date[]> {
  const rows = await tx
    .selectFrom("emails")
    .where("invite_id", "=", inviteId)
    .where("kind", "=", "private_link")
    .where("created_at", ">", since)
    .select("created_at")
    .execute();
  return rows.map(({ created_at }) => created_at);
}
