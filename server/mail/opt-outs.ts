import { type ExpressionBuilder, sql } from "kysely";
import type { Db, Tables, Tx } from "#server/db/tables.ts";

const ofAllOwnersOr =
  (ownerId: string | null) => (where: ExpressionBuilder<Tables, "mail_opt_outs">) =>
    where.or([where("owner_id", "is", null), where("owner_id", "=", ownerId)]);

/** Whether someone opted out of mail from this owner, or from anyone. `email` is normalized. */
export async function isOptedOut(db: Db, email: string, ownerId: string | null): Promise<boolean> {
  const found = await db
    .selectFrom("mail_opt_outs")
    .where("email", "=", email)
    .where(ofAllOwnersOr(ownerId))
    .select("id")
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Which of some addresses opted out of mail from this owner, or from anyone. The addresses are normalized. */
export async function listOptedOut(
  db: Db,
  emails: readonly string[],
  ownerId: string,
): Promise<Set<string>> {
  if (emails.length === 0) return new Set();
  const rows = await db
    .selectFrom("mail_opt_outs")
    .where("email", "in", emails)
    .where(ofAllOwnersOr(ownerId))
    .select("email")
    .execute();
  return new Set(rows.map(({ email }) => email));
}

/**
 * Records that an address opted out of mail from this owner, or (null) from anyone; idempotent. An erased owner
 * sends no mail, so nothing is recorded then.
 */
export async function recordOptOut(
  tx: Tx,
  { email, owner_id, now }: { email: string; owner_id: string | null; now: Date },
): Promise<void> {
  const row = { id: crypto.randomUUID(), email, owner_id, created_at: now };
  if (owner_id === null) {
    await tx
      .insertInto("mail_opt_outs")
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return;
  }
  await tx
    .insertInto("mail_opt_outs")
    .columns(["id", "email", "owner_id", "created_at"])
    .expression((select) =>
      select
        .selectFrom("auth.users")
        .where("id", "=", owner_id)
        .select([
          sql<string>`${row.id}::uuid`.as("id"),
          sql<string>`${email}`.as("email"),
          "auth.users.id as owner_id",
          sql<Date>`${row.created_at}::timestamptz`.as("created_at"),
        ]),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Undoes what keeps an owner's own emails from their address: an opt-out from all mail, or from theirs. */
export async function withdrawOptOuts(
  tx: Tx,
  { email, owner_id }: { email: string; owner_id: string },
): Promise<void> {
  await tx
    .deleteFrom("mail_opt_outs")
    .where("email", "=", email)
    .where(ofAllOwnersOr(owner_id))
    .execute();
}

/** Deletes an address's opt-outs, together with the account that had it. */
export async function deleteOptOutsOf(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom("mail_opt_outs").where("email", "=", email).execute();
}
