import { sql } from "kysely";
import type { OwnerId } from "#server/access/owner.ts";
import { type MailKind, type MailState, mailKindsOfInvitees } from "#server/db/mail-kinds.ts";
import type { Db, Tx } from "#server/db/tables.ts";

export async function findSignIn(db: Db, owner: OwnerId) {
  return db
    .selectFrom("auth.users")
    .where("id", "=", owner)
    .select(["new_email", "email_change_confirmed", "email_change_asked_at", "email_proven_at"])
    .select(sql<boolean>`password_hash is not null`.as("has_password"))
    .executeTakeFirst();
}

interface OwnEmail {
  kind: MailKind;
  to_address: string;
  state: MailState;
  reason: string | null;
  created_at: Date;
  sent_at: Date | null;
  circle_title: string | null;
}

/**
 * Leaves out emails to people of anonymous circles, whose reminders would show who has answered, links that people
 * requested themselves, and emails to addresses that the account has not proven or no longer has.
 */
export async function listOwnMailIds(db: Db, owner: OwnerId): Promise<string[]> {
  const rows = await selectOwnEmails(db, owner).select("emails.id").execute();
  return rows.map(({ id }) => id);
}

export function listOwnEmails(db: Db, owner: OwnerId, ids: readonly string[]): Promise<OwnEmail[]> {
  return selectOwnEmails(db, owner)
    .where("emails.id", "=", sql<string>`any(${[...ids]}::uuid[])`)
    .select([
      "emails.kind",
      "emails.to_address",
      "emails.state",
      "emails.reason",
      "emails.created_at",
      "emails.sent_at",
      "circle.title as circle_title",
    ])
    .execute();
}

function selectOwnEmails(db: Db, owner: OwnerId) {
  return (
    db
      .selectFrom("emails")
      .innerJoin("auth.users as users", "users.id", "emails.user_id")
      // The circle is looked up for each email. A plain join may read the circles of all owners.
      .leftJoinLateral(
        (from) =>
          from
            .selectFrom("circles")
            .whereRef("circles.id", "=", "emails.circle_id")
            .select(["circles.title", "circles.is_anonymous"])
            .offset(0)
            .as("circle"),
        (join) => join.onTrue(),
      )
      .where("emails.user_id", "=", owner)
      .where((where) =>
        where.or([
          where.and([
            where("users.email_proven_at", "is not", null),
            where("emails.to_address", "=", where.ref("users.email")),
          ]),
          where.and([
            where("emails.to_address", "<>", where.ref("users.email")),
            where("emails.kind", "not in", [
              "auth_recovery",
              "auth_confirm_signup",
              "auth_already_registered",
            ]),
          ]),
        ]),
      )
      .where("emails.kind", "not in", [...mailKindsOfInvitees])
      .where((where) =>
        where.or([
          where("emails.circle_id", "is", null),
          where("circle.is_anonymous", "=", false),
          where.and([where("emails.invite_id", "is", null), where("emails.state", "=", "sent")]),
        ]),
      )
      .orderBy("emails.created_at")
      .orderBy("emails.id")
  );
}

export async function listCoverFiles(db: Db, owner: OwnerId): Promise<string[]> {
  const rows = await db
    .selectFrom("covers")
    .where("user_id", "=", owner)
    .where("removed_at", "is", null)
    .select("file_name")
    .orderBy("file_name")
    .execute();
  return rows.map(({ file_name }) => file_name);
}

export async function insertErasure(
  tx: Tx,
  erasure: { id: string; user_id: string; created_at: Date },
): Promise<void> {
  await tx.insertInto("erasures").values(erasure).execute();
}

export async function findErasure(db: Db, id: string) {
  return db.selectFrom("erasures").where("id", "=", id).select("user_id").executeTakeFirst();
}

export async function deleteErasure(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom("erasures").where("id", "=", id).execute();
}
