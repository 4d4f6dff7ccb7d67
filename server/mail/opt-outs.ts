import { type ExpressionBuilder, sql } from "kysely";
import { noteOptOut, optOutName } from "#server/access/erasures/note-erasures.ts";
import type { Db, Tables, Tx } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";

const ofAllOwnersOr =
  (ownerId: string | null) => (where: ExpressionBuilder<Tables, "mail_opt_outs">) =>
    where.or([where("owner_id", "is", null), where("owner_id", "=", ownerId)]);

export type OptOutScope = "owner" | "everyone";

/** The widest opt-out of an address that applies to mail from this owner. `email` is normalized. */
export async function findOptOut(
  db: Db,
  email: string,
  ownerId: string | null,
): Promise<OptOutScope | undefined> {
  const found = await db
    .selectFrom("mail_opt_outs")
    .where("email", "=", email)
    .where(ofAllOwnersOr(ownerId))
    .select("owner_id")
    .orderBy(sql`owner_id is null`, "desc")
    .limit(1)
    .executeTakeFirst();
  if (found === undefined) return undefined;
  return found.owner_id === null ? "everyone" : "owner";
}

export async function isOptedOut(db: Db, email: string, ownerId: string | null): Promise<boolean> {
  return (await findOptOut(db, email, ownerId)) !== undefined;
}

/** Which of some addresses have opted out of mail from this owner, or from anyone. The addresses are normalized. */
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

/** From anyone if the owner is null. An erased owner sends no email, so an opt-out from one is not recorded. */
export async function recordOptOut(
  tx: Tx,
  { email, owner_id, now }: { email: string; owner_id: string | null; now: Date },
): Promise<void> {
  const row = { id: crypto.randomUUID(), email, owner_id, created_at: now };
  await noteOptOut(tx, email, owner_id);
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

const batchSize = 5000;

/**
 * Of everybody who is invited or has an account, as listed under a name that `optOutName` gave. @returns how many were
 * recorded
 */
export async function recordListedOptOuts(
  db: Db,
  { isListed, now }: { isListed: (name: string) => boolean; now: Date },
): Promise<number> {
  const pairs = db
    .selectFrom("invites")
    .where("email", "is not", null)
    .select([sql<string>`email`.as("email"), "user_id as owner_id"])
    .union(db.selectFrom("auth.users").select(["email", "id as owner_id"]))
    .as("reached");
  let recorded = 0;
  for (let offset = 0; ; offset += batchSize) {
    const rows = await db
      .selectFrom(pairs)
      .select(["email", "owner_id"])
      .orderBy("email")
      .orderBy("owner_id")
      .offset(offset)
      .limit(batchSize)
      .execute();
    for (const { email, owner_id: owner } of rows) {
      for (const ownerId of [owner, null]) {
        if (!isListed(optOutName(email, ownerId))) continue;
        await inTransaction(db, (tx) => recordOptOut(tx, { email, owner_id: ownerId, now }));
        recorded += 1;
      }
    }
    if (rows.length < batchSize) return recorded;
  }
}

export async function withdrawOptOut(
  tx: Tx,
  { email, owner_id }: { email: string; owner_id: string | null },
): Promise<void> {
  await tx
    .deleteFrom("mail_opt_outs")
    .where("email", "=", email)
    .where("owner_id", "is not distinct from", owner_id)
    .execute();
}

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

export async function deleteOptOuts(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom("mail_opt_outs").where("email", "=", email).execute();
}
