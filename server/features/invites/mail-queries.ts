import { expressionBuilder, sql } from "kysely";
import type { OwnerId } from "#server/access/owner.ts";
import { askerName, statusForOwner } from "#server/access/visibility.ts";
import type { Db, Tables, Tx } from "#server/db/tables.ts";
import type { Secrets } from "#server/system/secrets.ts";

/** Every email with a person's private link that their owner requests. */
export const ownerInvitationKinds = [
  "invitation",
  "invitation_again",
  "reminder",
  "further_question",
] as const;

/** Whether any of them was sent to the person of the surrounding query's `invites` row. */
export const isReached = () =>
  expressionBuilder<Tables, "invites">()
    .exists(({ selectFrom }) =>
      selectFrom("emails")
        .whereRef("emails.invite_id", "=", "invites.id")
        .where("emails.kind", "in", ownerInvitationKinds)
        .where("emails.state", "=", "sent")
        .select("emails.id"),
    )
    .$castTo<boolean>();

/**
 * The emails that count towards their owner's limits. Those that people request do not: if they used up a limit, that
 * would reveal who has asked.
 */
const countedKinds = [...ownerInvitationKinds, "closing_letter"] as const;

/** How many invitation emails an owner has requested since an instant, including those to people who were removed. */
export async function countInvitationEmails(tx: Tx, owner: OwnerId, since: Date): Promise<number> {
  const { count } = await tx
    .selectFrom("emails")
    .where("user_id", "=", owner)
    .where("kind", "in", countedKinds)
    .where("created_at", ">", since)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  const removed = await tx
    .selectFrom("removed_emails")
    .where("user_id", "=", owner)
    .where("created_at", ">", since)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count + removed.count;
}

/** When an email counts as written: when it was requested, is due or was sent, whichever is latest. */
const writtenAt = sql<Date>`greatest(created_at, not_before, sent_at)`;

/**
 * When an owner last wrote to each of some addresses, if after an instant; in the future for delayed emails.
 * Addresses without such an email are omitted.
 */
export async function listLastEmailed(
  tx: Tx,
  secrets: Secrets,
  ownerId: string,
  emails: readonly string[],
  since: Date,
): Promise<Map<string, Date>> {
  if (emails.length === 0) return new Map();
  const kept = await tx
    .selectFrom("emails")
    .where("user_id", "=", ownerId)
    .where("to_address", "in", emails)
    .where("kind", "in", countedKinds)
    .where(writtenAt, ">", since)
    .orderBy(writtenAt)
    .select(["to_address", writtenAt.as("written_at")])
    .execute();
  const removed = await tx
    .selectFrom("removed_emails")
    .where("user_id", "=", ownerId)
    .where("created_at", ">", since)
    .orderBy("created_at")
    .select(["address_hash", "created_at"])
    .execute();
  const last = new Map(kept.map(({ to_address, written_at }) => [to_address, written_at]));
  const byHash = new Map(removed.map(({ address_hash, created_at }) => [address_hash, created_at]));
  for (const email of emails) {
    const before = byHash.get(hashAddress(secrets, ownerId, email));
    const known = last.get(email);
    if (before !== undefined && (known === undefined || known < before)) last.set(email, before);
  }
  return last;
}

/** Whether the last invitation that an owner requested for an address still waits for the owner. */
export async function isLastEmailWaiting(tx: Tx, owner: OwnerId, email: string): Promise<boolean> {
  const last = await tx
    .selectFrom("emails")
    .where("user_id", "=", owner)
    .where("to_address", "=", email)
    .where("kind", "in", ownerInvitationKinds)
    .orderBy("created_at", "desc")
    .limit(1)
    .select("state")
    .executeTakeFirst();
  return last?.state === "waiting";
}

/**
 * How many invitations an owner has requested for a person at their address, without those that certainly did not
 * arrive.
 */
export async function countInvitations(
  tx: Tx,
  { id, email }: { id: string; email: string },
): Promise<number> {
  const { count } = await tx
    .selectFrom("emails")
    .where("invite_id", "=", id)
    .where("to_address", "=", email)
    .where("kind", "in", ["invitation", "invitation_again"])
    .where((where) =>
      where.or([
        where("state", "in", ["waiting", "queued", "sent"]),
        where("attempts", ">", where.ref("undelivered_attempts")),
      ]),
    )
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** How many reminders each person of a circle was sent, by invite. People without any are left out. */
export async function countReminders(tx: Tx, circleId: string): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom("emails")
    .where("circle_id", "=", circleId)
    .where("kind", "=", "reminder")
    .groupBy("invite_id")
    .select(["invite_id", ({ fn }) => fn.countAll<number>().as("count")])
    .execute();
  return new Map(rows.map(({ invite_id, count }) => [String(invite_id), count]));
}

const automaticIntent = "reminder before_deadline";

/** The intent of a person's automatic reminder: sent once, even if the deadline changes. */
export function automaticReminderIntent(inviteId: string): string {
  return `${automaticIntent} ${inviteId}`;
}

/**
 * The next open circles that close soon, the first to close first, with at least one person who may still be answering,
 * was asked early enough, and has had no automatic reminder.
 */
export function listCirclesToRemind(
  db: Db,
  {
    now,
    closingUntil,
    invitedUntil,
    after,
    limit,
  }: {
    now: Date;
    closingUntil: Date;
    invitedUntil: Date;
    /** Where the previous batch ended; undefined to begin with the first. */
    after: { closes_at: string; circle_id: string } | undefined;
    limit: number;
  },
): Promise<{ id: string; user_id: string; closes_at: Date }[]> {
  return (
    db
      .selectFrom("circles")
      .$if(after !== undefined, (query) =>
        query.where(
          sql<boolean>`(circles.closes_at, circles.id) > (${after?.closes_at}::timestamptz, ${after?.circle_id}::uuid)`,
        ),
      )
      .where("circles.status", "=", "active")
      .where("circles.closes_at", ">", now)
      .where("circles.closes_at", "<=", closingUntil)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom("invites")
            .whereRef("invites.circle_id", "=", "circles.id")
            .where("invites.source", "=", "invited")
            .where("invites.created_at", "<=", invitedUntil)
            .where(statusForOwner(), "<>", "declined")
            .where((where) =>
              where.or([
                where("invites.status", "=", "pending"),
                where("circles.is_anonymous", "=", true),
              ]),
            )
            .where(({ not, exists, selectFrom }) =>
              not(
                exists(
                  selectFrom("emails")
                    .where(
                      "emails.intent",
                      "=",
                      sql<string>`${`${automaticIntent} `} || invites.id`,
                    )
                    .select("emails.id"),
                ),
              ),
            )
            .select("invites.id"),
        ),
      )
      .orderBy("circles.closes_at")
      .orderBy("circles.id")
      .limit(limit)
      .select(["circles.id", "circles.user_id"])
      // It is compared above, so it is never null.
      .select(({ ref }) => ref("circles.closes_at").$notNull().as("closes_at"))
      .execute()
  );
}

export async function listAutomaticallyReminded(tx: Tx, circleId: string): Promise<Set<string>> {
  const rows = await tx
    .selectFrom("invites")
    .innerJoin("emails", (join) =>
      join.on("emails.intent", "=", sql<string>`${`${automaticIntent} `} || invites.id`),
    )
    .where("invites.circle_id", "=", circleId)
    .select("invites.id")
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/**
 * When each person of a circle was last written to on the owner's behalf. What was requested before the account was reset
 * may have been somebody else's request, so it is left out.
 */
export async function listLastWrittenTo(tx: Tx, circleId: string): Promise<Map<string, Date>> {
  const rows = await tx
    .selectFrom("emails")
    .innerJoin("invites", "invites.id", "emails.invite_id")
    .innerJoin("circles", "circles.id", "invites.circle_id")
    .where("invites.circle_id", "=", circleId)
    .where("emails.kind", "in", countedKinds)
    .where((where) =>
      where.or([
        where("circles.links_replaced_at", "is", null),
        where("emails.created_at", ">=", where.ref("circles.links_replaced_at")),
      ]),
    )
    .groupBy("invites.id")
    .select([
      "invites.id",
      sql<Date>`max(coalesce(emails.sent_at, emails.created_at))`.as("written_at"),
    ])
    .execute();
  return new Map(rows.map(({ id, written_at }) => [id, written_at]));
}

/**
 * Keeps the emails since an instant to people who are about to be removed, with those of further questions, so that removing them does not free a limit.
 * Older ones are deleted. Call it in the transaction that removes the people.
 */
export async function storeRemovedEmails(
  tx: Tx,
  secrets: Secrets,
  owner: OwnerId,
  removed: { circle_id: string } | { invite_id: string },
  since: Date,
): Promise<void> {
  const emails = await tx
    .selectFrom("emails")
    .where("user_id", "=", owner)
    .where("kind", "in", countedKinds)
    .where("created_at", ">", since)
    .where(({ eb, or, selectFrom }) => {
      const [column, table, id] =
        "circle_id" in removed
          ? (["circle_id", "circles", removed.circle_id] as const)
          : (["invite_id", "invites", removed.invite_id] as const);
      const followers = selectFrom(table).where("follows", "=", id).select("id");
      return or([eb(column, "=", id), eb(column, "in", followers)]);
    })
    .select(["to_address", "created_at"])
    .execute();
  if (emails.length === 0) return;
  await tx
    .insertInto("removed_emails")
    .values(
      emails.map(({ to_address, created_at }) => ({
        user_id: owner,
        address_hash: hashAddress(secrets, owner, to_address),
        created_at,
      })),
    )
    .execute();
}

/** Deletes what no longer counts towards any limit. */
export async function deleteExpiredLimitRows(db: Db, before: Date): Promise<void> {
  await db.deleteFrom("removed_emails").where("created_at", "<=", before).execute();
  await db.deleteFrom("link_requests").where("created_at", "<=", before).execute();
}

/**
 * Whether any email with a person's private link that the owner requested may have arrived, so that they may have
 * answered: each one, not only the last. Emails that people request themselves do not count: it would reveal a request.
 */
export async function mayHaveLink(db: Db, inviteId: string): Promise<boolean> {
  const found = await db
    .selectFrom("emails")
    .where("invite_id", "=", inviteId)
    .where("kind", "in", ownerInvitationKinds)
    .where((where) =>
      where.or([
        where("state", "=", "sent"),
        where("attempts", ">", where.ref("undelivered_attempts")),
      ]),
    )
    .select("id")
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether an email that the owner requested has reached a person at their address, or is on its way there. */
export async function hasDeliveredEmail(
  db: Db,
  { id, email }: { id: string; email: string },
): Promise<boolean> {
  const mail = await db
    .selectFrom("emails")
    .where("invite_id", "=", id)
    .where("to_address", "=", email)
    .where("kind", "in", ownerInvitationKinds)
    .where("state", "not in", ["failed", "skipped"])
    .select("id")
    .limit(1)
    .executeTakeFirst();
  return mail !== undefined;
}

/** What an invitation says, as of now; undefined when the invite is gone. */
export async function findInvitation(db: Db, inviteId: string) {
  return db
    .selectFrom("invites")
    .innerJoin("circles", "circles.id", "invites.circle_id")
    .innerJoin("auth.users as owner", "owner.id", "circles.user_id")
    .leftJoin("profiles", "profiles.user_id", "circles.user_id")
    .where("invites.id", "=", inviteId)
    .select([
      "invites.first_name",
      "invites.email",
      statusForOwner().as("status"),
      "invites.invite_token",
      "invites.circle_id",
      "circles.user_id as owner_id",
      "circles.fixed_at",
      "circles.title",
      "circles.is_anonymous",
      "circles.language",
      "circles.deadline",
      "circles.closes_at",
      "circles.links_replaced_at",
      "circles.status as circle_status",
      askerName().as("owner_name"),
      "owner.reset_at as owner_reset_at",
      sql<number>`jsonb_array_length(circles.questions)`.as("questions_count"),
      "circles.follows",
      sql<string>`circles.questions -> 0 ->> 'label'`.as("first_question"),
      sql<boolean>`exists (select from invites as first
        where first.id = invites.follows and first.has_declined)`.as("has_declined_first"),
    ])
    .executeTakeFirst();
}

function hashAddress(secrets: Secrets, ownerId: string, email: string): string {
  return secrets.signFor("address of a removed person", ownerId, email).toString("hex");
}
