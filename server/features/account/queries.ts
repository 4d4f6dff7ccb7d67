import { sql } from "kysely";
import type { OwnerId } from "#server/access/owner.ts";
import type { MailKind, MailState } from "#server/db/mail-kinds.ts";
import type { Db, Tx } from "#server/db/tables.ts";

export async function findSignIn(db: Db, owner: OwnerId) {
  return db
    .selectFrom("auth.users")
    .where("id", "=", owner)
    .select(["new_email", "email_change_confirmed", "email_change_asked_at", "email_proven_at"])
    .select(sql<boolean>`password_hash is not null`.as("has_password"))
    .executeTakeFirst();
}

interface OwnMail {
  kind: MailKind;
  to_address: string;
  state: MailState;
  reason: string | null;
  created_at: Date;
  sent_at: Date | null;
  circle_title: string | null;
}

/**
 * Leaves out mails to people of anonymous circles, whose reminders would show who has answered, links that people
 * requested themselves, and mails to addresses that the account has not proven or no longer has.
 */
export async function listOwnMailIds(db: Db, owner: OwnerId): Promise<string[]> {
  const rows = await selectOwnMails(db, owner).select("mails.id").execute();
  return rows.map(({ id }) => id);
}

export function listOwnMails(db: Db, owner: OwnerId, ids: readonly string[]): Promise<OwnMail[]> {
  return selectOwnMails(db, owner)
    .where("mails.id", "=", sql<string>`any(${[...ids]}::uuid[])`)
    .select([
      "mails.kind",
      "mails.to_address",
      "mails.state",
      "mails.reason",
      "mails.created_at",
      "mails.sent_at",
      "circle.title as circle_title",
    ])
    .execute();
}

function selectOwnMails(db: Db, owner: OwnerId) {
  return (
    db
      .selectFrom("mails")
      .innerJoin("auth.users as users", "users.id", "mails.user_id")
      // The circle is looked up for each mail. A plain join may read the circles of all owners.
      .leftJoinLateral(
        (from) =>
          from
            .selectFrom("circles")
            .whereRef("circles.id", "=", "mails.circle_id")
            .select(["circles.title", "circles.is_anonymous"])
            .offset(0)
            .as("circle"),
        (join) => join.onTrue(),
      )
      .where("mails.user_id", "=", owner)
      .where((where) =>
        where.or([
          where.and([
            where("users.email_proven_at", "is not", null),
            where("mails.to_address", "=", where.ref("users.email")),
          ]),
          where.and([
            where("mails.to_address", "<>", where.ref("users.email")),
            where("mails.kind", "not in", [
              "auth_recovery",
              "auth_confirm_signup",
              "auth_already_registered",
            ]),
          ]),
        ]),
      )
      .where("mails.kind", "<>", "private_link")
      .where((where) =>
        where.or([
          where("mails.circle_id", "is", null),
          where("circle.is_anonymous", "=", false),
          where.and([where("mails.invite_id", "is", null), where("mails.state", "=", "sent")]),
        ]),
      )
      .orderBy("mails.created_at")
      .orderBy("mails.id")
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
